import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { Provider, interactionPolicy, type Configuration } from 'oidc-provider';
import { initialsOf, type Person } from './people.ts';
import { messagePage, PAGE_HEADERS } from './pages.ts';

const SCOPES = 'openid email profile';

/**
 * Generates the key as PEM: Node 20 hangs forever if it collects garbage while it exports a key that it has
 * just generated.
 */
function generateKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return createPrivateKey(privateKey).export({ format: 'jwk' });
}

/** Creates the provider: one client, PKCE required; keys and sessions last as long as the process. */
export function createProvider(publicUrl: string, issuer: string, people: Map<string, Person>): Provider {
  const configuration: Configuration = {
    clients: [
      {
        client_id: 'cutroom-local',
        client_secret: 'cutroom-local-stand-in-secret',
        redirect_uris: [`${publicUrl}/auth/google/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        // @fastify/oauth2 sends the credentials in the header, and other clients in the body.
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: {
      keys: [
        {
          ...generateKey(),
          kid: randomBytes(8).toString('hex'),
          use: 'sig',
          alg: 'RS256',
        } as never,
      ],
    },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'picture'],
    },
    // Like Google, puts the scopes' claims into the id_token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy: policyThatAlwaysAsks(),
      url: (_ctx, interaction) => `${new URL(issuer).pathname}/interaction/${interaction.uid}`,
    },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
    },
    findAccount: (_ctx, subject) => {
      const person = people.get(subject);
      if (!person) return undefined;
      return { accountId: subject, claims: () => ({ sub: subject, ...claimsOf(person, issuer) }) };
    },
    // Grants consent without asking.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.set(PAGE_HEADERS);
      ctx.body = messagePage('Sign-in did not work', out.error_description ?? out.error);
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => console.error(error));
  return provider;
}

/** Shows the page at each sign-in, so that another user can sign in. */
function policyThatAlwaysAsks() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  policy
    .get('login')
    ?.checks.add(
      new Check('always_ask', 'the stand-in asks each time', 'login_required', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  return policy;
}

function claimsOf(person: Person, issuer: string) {
  return {
    email: person.email,
    email_verified: true,
    given_name: person.givenName,
    family_name: person.familyName,
    name: person.name,
    picture: `${issuer}/avatar/${encodeURIComponent(initialsOf(person))}.svg`,
  };
}
