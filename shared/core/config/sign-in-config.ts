import type { ProviderId } from '#contract/sign-in.ts';
import type { Environment } from './environment.ts';

/** An OpenID provider through which people sign in. */
export interface SignInProvider {
  /** Part of its paths: /auth/{id}. */
  id: ProviderId;
  /** Shown on its button. */
  name: string;
  standIn: boolean;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** `null` if they are requested from the issuer. */
  endpoints: { authorizeUrl: string; tokenUrl: string; jwksUrl: string } | null;
  /** Whether its e-mail addresses count as verified although its tokens do not contain that. */
  trustsEmail: boolean;
}

/** Who may create an account. Existing users sign in in any case. */
export interface SignUp {
  mode: 'open' | 'domains' | 'invited' | 'closed';
  /** In lower case, for the mode `domains`. */
  domains: string[];
}

const DOMAIN = /^[a-z\d-]+(?:\.[a-z\d-]+)+$/;

const GOOGLE = {
  issuer: 'https://accounts.google.com',
  endpoints: {
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  },
};

/**
 * Returns the ways to sign in. Without an OpenID provider, local mode uses a stand-in of Google.
 * @throws Error with a message for the operator
 */
export function signInConfig(e: Environment, publicUrl: string) {
  const providers = [...googleOf(e), ...othersOf(e)];
  refuseEqual(providers);
  /** Whether people can sign in by an e-mailed link. */
  const email = Boolean(e.SMTP_URL && e.MAIL_FROM);
  if (providers.length === 0 && e.CUTROOM_MODE === 'local') providers.push(standIn(e, publicUrl));
  if (providers.length === 0 && !email) {
    throw new Error(
      'CUTROOM_MODE=production needs a sign-in: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or SMTP_URL and MAIL_FROM. It refuses stand-ins.',
    );
  }
  return { providers, email, signUp: { mode: e.SIGN_UP, domains: parseDomains(e) } satisfies SignUp };
}

/** @throws Error if the domains are missing or invalid */
function parseDomains({ SIGN_UP: mode, SIGN_UP_DOMAINS: value }: Environment): string[] {
  if (mode !== 'domains') return [];
  const domains = (value ?? '').split(',').map((domain) => domain.trim().toLowerCase());
  if (domains.every((domain) => DOMAIN.test(domain))) return domains;
  throw new Error('SIGN_UP=domains needs SIGN_UP_DOMAINS, such as example.com,example.org.');
}

function googleOf(e: Environment): SignInProvider[] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = e;
  if (!clientId || !clientSecret) return [];
  return [
    { id: 'google', name: 'Google', standIn: false, clientId, clientSecret, trustsEmail: false, ...GOOGLE },
  ];
}

const OPENID_SETS = [
  ['oidc', 'OIDC'],
  ['oidc2', 'OIDC_2'],
  ['oidc3', 'OIDC_3'],
] as const;

function othersOf(e: Environment): SignInProvider[] {
  return OPENID_SETS.flatMap(([id, prefix]) => {
    const issuer = e[`${prefix}_ISSUER` as const];
    const clientId = e[`${prefix}_CLIENT_ID` as const];
    const clientSecret = e[`${prefix}_CLIENT_SECRET` as const];
    if (!issuer || !clientId || !clientSecret) return [];
    return [
      {
        id,
        name: e[`${prefix}_NAME` as const] ?? new URL(issuer).hostname,
        standIn: false,
        issuer,
        clientId,
        clientSecret,
        endpoints: null,
        trustsEmail: e[`${prefix}_TRUST_EMAIL` as const] === 'on',
      },
    ];
  });
}

/**
 * @throws Error if two providers have one name, by which people choose, or one issuer, by which accounts are
 * found
 */
function refuseEqual(providers: readonly SignInProvider[]): void {
  for (const [at, { id, name, issuer }] of providers.entries()) {
    for (const other of providers.slice(0, at)) {
      if (isSameIssuer(issuer, other.issuer)) {
        throw new Error(`Two ways to sign in have the issuer ${issuer}. Configure it once.`);
      }
      if (name.toLowerCase() === other.name.toLowerCase()) {
        const variable = OPENID_SETS.find(([known]) => known === id)?.[1] ?? 'OIDC';
        throw new Error(`Two ways to sign in are called ${name}. Set ${variable}_NAME.`);
      }
    }
  }
}

/** Whether two issuers are the same, with or without the slash at the end that some providers add. */
export const isSameIssuer = (one: string, other: string): boolean =>
  withoutSlash(one) === withoutSlash(other);

const withoutSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);

function standIn(e: Environment, publicUrl: string): SignInProvider {
  // The browser reaches the stand-in through our origin; we reach it directly.
  const path = '/standins/oidc';
  const direct = `${e.STANDINS_URL ?? publicUrl}${path}`;
  return {
    id: 'google',
    name: 'Google',
    standIn: true,
    issuer: `${publicUrl}${path}`,
    clientId: 'cutroom-local',
    clientSecret: 'cutroom-local-stand-in-secret',
    endpoints: {
      authorizeUrl: `${publicUrl}${path}/auth`,
      tokenUrl: `${direct}/token`,
      jwksUrl: `${direct}/jwks`,
    },
    trustsEmail: false,
  };
}
