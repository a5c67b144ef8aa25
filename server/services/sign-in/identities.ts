import type { Identity } from '#contract/sign-in.ts';
import type { Backend } from '#core/backend.ts';
import type { Config } from '#core/config/config.ts';
import { isSameIssuer } from '#core/config/sign-in-config.ts';
import { AppError } from '#core/lib/errors.ts';
import { listIdentities, removeIdentity } from '#core/repositories/people/identities.ts';
import { EMAIL_ISSUER } from './email-link.ts';
import { parseUrl } from '#core/lib/parse-url.ts';

type Parts = Pick<Backend, 'config' | 'db'>;

/** Returns the ways in which a user signs in. */
export async function readIdentities({ config, db }: Parts, caller: { userId: string }): Promise<Identity[]> {
  const identities = await listIdentities(db, caller.userId);
  return identities.map(({ id, issuer, email, createdAt }) => ({
    id,
    provider: nameOf(config, issuer),
    email,
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * Removes a way in which a user signs in.
 * @throws AppError `conflict` if it is the only one
 */
export async function dropIdentity(
  { db }: Parts,
  caller: { userId: string },
  { identityId }: { identityId: string },
): Promise<void> {
  const result = await db.transaction().execute((trx) => removeIdentity(trx, caller.userId, identityId));
  if (result === 'unknown') throw new AppError('not_found', 'Your account has no such sign-in.');
  if (result === 'last') {
    throw new AppError('conflict', 'This is your only way to sign in. Add another one first.');
  }
}

/** An identity may be of a provider that is no longer configured, or of one organisation of Entra. */
function nameOf({ signIn }: Config, issuer: string): string {
  if (issuer === EMAIL_ISSUER) return 'Email';
  const url = parseUrl(issuer);
  const provider = signIn.providers.find((candidate) => isSameIssuer(candidate.issuer, issuer));
  // An organisation of Entra has an issuer of its own, on the host of the configured one.
  const onHost = signIn.providers.filter((candidate) => parseUrl(candidate.issuer)?.host === url?.host);
  if (provider) return provider.name;
  if (onHost.length === 1) return onHost[0]!.name;
  if (issuer === 'https://accounts.google.com') return 'Google';
  return url?.hostname ?? issuer;
}
