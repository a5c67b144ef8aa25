import { createHash } from 'node:crypto';

export interface Person {
  subject: string;
  givenName: string;
  familyName: string;
  name: string;
  email: string;
}

/** The people that the page offers by one click; the first one fills the form. */
export const KNOWN_PEOPLE = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Rabindranath Tagore', email: 'rabindranath@example.com' },
  { name: 'Grace Hopper', email: 'grace@example.com' },
];

/**
 * The person of a form. The subject follows from the e-mail alone, so that the same e-mail is the same user in each
 * browser and after each restart.
 * @returns the problem, in words for the page, when the name or the e-mail is invalid
 */
export function personFrom(form: URLSearchParams): Person | { problem: string } {
  const name = (form.get('name') ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 120);
  const email = (form.get('email') ?? '').trim().toLowerCase().slice(0, 200);
  if (name === '') return { problem: 'Enter a name.' };
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    return { problem: 'Enter an e-mail address such as ada@example.com.' };
  const [givenName = name, ...rest] = name.split(' ');
  const subject = createHash('sha256').update(email).digest('hex').slice(0, 32);
  return { subject, givenName, familyName: rest.join(' '), name, email };
}

/** At most two letters for the picture, in any script. */
export function initialsOf({ name, email }: { name: string; email: string }): string {
  const letters = name.split(' ').flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? []);
  return [letters[0] ?? email[0] ?? '?', letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase();
}
