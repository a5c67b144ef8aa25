import { z } from 'zod';
import { custom, oneOf, text } from '../variable.ts';
import { refuseOpenIssuer } from './refusals.ts';

/** An issuer as its provider writes it: a slash at its end belongs to it. The discovery document's URL is accepted too. */
const issuer = z
  .string()
  .trim()
  .transform((value) => value.replace(/\/\.well-known\/openid-configuration$/, ''))
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an address with http: or https:' }))
  .refine((value) => !/[?#]|\/\/[^/]*@/.test(value), 'must not contain a query, a name or a password');

/** Returns the variables of an OpenID provider, whose names begin with `prefix`. */
function openIdProvider<const Prefix extends string>(
  prefix: Prefix,
  help: string,
  more: { replaces?: { need: string; with: string } } = {},
) {
  const provider = {
    ISSUER: custom(issuer.optional())({
      help,
      as: null,
      pair: `${prefix}_CLIENT_ID`,
      production: refuseOpenIssuer,
      ...more,
    }),
    CLIENT_ID: text({ help: 'The ID of that client.', as: null, pair: `${prefix}_CLIENT_SECRET` }),
    CLIENT_SECRET: text({
      help: 'The secret of that client.',
      secret: true,
      as: null,
      pair: `${prefix}_ISSUER`,
    }),
    NAME: text({
      help: 'The name of that provider on its button.',
      unset: "the issuer's host",
      as: null,
      onlyWith: `${prefix}_ISSUER`,
    }),
    TRUST_EMAIL: oneOf(['off', 'on'])({
      help: 'on: e-mail addresses of that provider count as verified even if it does not state that, as Entra and Authentik do not. Set it only if its users cannot choose their address.',
      as: null,
      onlyWith: `${prefix}_ISSUER`,
    }),
  };
  type Named = {
    [Key in keyof typeof provider as `${Prefix}_${Key}`]: (typeof provider)[Key];
  };
  const named = Object.entries(provider).map(([key, entry]) => [`${prefix}_${key}`, entry]);
  return Object.fromEntries(named) as unknown as Named;
}

export const OPENID = {
  ...openIdProvider(
    'OIDC',
    'Sign-in by any OpenID provider, such as Keycloak, Authentik or Entra: its issuer. Its client needs the redirect URI PUBLIC_URL/auth/oidc/callback. It may be set beside Google.',
    { replaces: { need: 'Sign-in', with: 'OIDC_CLIENT_ID' } },
  ),
  ...openIdProvider(
    'OIDC_2',
    'Sign-in by a second OpenID provider: its issuer. Its client needs the redirect URI PUBLIC_URL/auth/oidc2/callback.',
  ),
  ...openIdProvider(
    'OIDC_3',
    'Sign-in by a third OpenID provider: its issuer. Its client needs the redirect URI PUBLIC_URL/auth/oidc3/callback.',
  ),
};
