import { createHash } from 'node:crypto';

export interface Person {
  subject: string;
  givenName: string;
  familyName: string;
  name: string;
  email: string;
}

/** People whom the page offers for a sign-in by one click. The first one fills in the form. */
export const KNOWN_PEOPLE = [
  { name: 'Ada Lovelace', email: 'ada@example.com' },
  { name: 'Rabindranath Tagore', email: 'rabindranath@example.com' },
  { name: 'Grace Hopper', email: 'grace@example.com' },
];

/**
 * Returns the person that a form describes. The subject is derived from the e-mail address alone, so that the
 * same address is the same user in each browser and after each restart.
 * @returns the problem, as the page displays it, if the name or the e-mail address is invalid
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

/** Returns at most two letters for the picture, in any script. */
export function initialsOf({ name, email }: { name: string; email: string }): string {
  const letters = name.split(' ').flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? []);
  return [letters[0] ?? email[0] ?? '?', letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase();
}
