import { z } from 'zod';
import type { SignInProvider } from '#core/config/sign-in-config.ts';
import type { Identity } from '#core/repositories/account/users.ts';
import { parseUrl } from '#core/lib/parse-url.ts';

const NAME_LENGTH = 200;
const URL_LENGTH = 2000;
const text = z.string().nullish().catch(null);

/** The claims about a person. Only `sub` is certain: providers omit and misuse the others. */
export const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: text,
  // Some providers send a text.
  email_verified: z.union([z.boolean(), z.string()]).nullish().catch(null),
  name: text,
  given_name: text,
  family_name: text,
  preferred_username: text,
  picture: text,
});
export type Claims = z.infer<typeof claimsSchema>;

const emailSchema = z.email().max(254);

/** Returns a provider's person. Names and addresses that are missing or invalid are `null`. */
export function identityOf(
  claims: Claims,
  { issuer, trustsEmail }: Pick<SignInProvider, 'issuer' | 'trustsEmail'>,
): Identity {
  const { verified, email } = emailOf(claims, trustsEmail);
  const [firstName, lastName] = namesOf(claims);
  return {
    issuer,
    subject: claims.sub,
    email,
    emailVerified: verified,
    firstName,
    lastName,
    profileImageUrl: pictureOf(claims.picture),
  };
}

/** An address that the provider calls unverified may belong to someone else, so it is not stored. */
function emailOf(
  { email, email_verified: stated, preferred_username: username }: Claims,
  trustsEmail: boolean,
): { email: string | null; verified: boolean } {
  // Entra's work accounts may have no mailbox, but a user name in the form of an address.
  const address = [email, username].find((value) => emailSchema.safeParse(value).success) ?? null;
  const verified = address !== null && (trustsEmail || String(stated) === 'true');
  const refused = !verified && String(stated) === 'false';
  return { email: refused ? null : address, verified };
}

/** The parts of a name; otherwise the whole name in two parts, otherwise the user name. */
function namesOf(claims: Claims): [first: string | null, last: string | null] {
  const [given, family] = [lineOf(claims.given_name), lineOf(claims.family_name)];
  if (given || family) return [given, family];
  const whole = lineOf(claims.name);
  const username = lineOf(claims.preferred_username);
  if (!whole) return [username?.includes('@') ? null : username, null];
  const [first = whole, ...rest] = whole.split(' ');
  return [first, rest.join(' ') || null];
}

const lineOf = (value: string | null | undefined): string | null =>
  value
    ?.slice(0, NAME_LENGTH)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim() || null;

function pictureOf(value: string | null | undefined): string | null {
  if (!value || value.length > URL_LENGTH) return null;
  return /^https?:$/.test(parseUrl(value)?.protocol ?? '') ? value : null;
}
