import { parseUrl } from '../../lib/parse-url.ts';

/** What production refuses, each with a sentence for the operator. */

/** The prefix of the default secret in docker-compose.yml, which is public. */
const LOCAL_SECRET = 'only-for-local-use';
/** The password of the database and Redis in docker-compose.yml by default. */
const LOCAL_PASSWORD = ':cutroom-local@';

export function refuseKnownSecret(secret: string): string | undefined {
  if (!secret.startsWith(LOCAL_SECRET) && new Set(secret).size >= 10 && !isRepeated(secret)) return undefined;
  return 'CUTROOM_MODE=production needs a SECRET of its own: 32 random characters or more.';
}

/** A store without a password, or with a public one, is open to everyone on its network. */
export function refuseOpenStore(name: string) {
  return (address: string): string | undefined => {
    if (address.includes(LOCAL_PASSWORD)) {
      return 'CUTROOM_MODE=production needs a POSTGRES_PASSWORD and a REDIS_PASSWORD of its own.';
    }
    if (hasPassword(address)) return undefined;
    return `CUTROOM_MODE=production needs a password in ${name}.`;
  };
}

/** Both database drivers read the password before the host, or from the query. */
function hasPassword(address: string): boolean {
  const url = parseUrl(address);
  return url !== undefined && (url.password !== '' || Boolean(url.searchParams.get('password')));
}

/** Sessions must not cross a network in clear text. */
export function refusePlainHttp(publicUrl: string): string | undefined {
  if (isSafe(publicUrl)) return undefined;
  return `CUTROOM_MODE=production needs a PUBLIC_URL that begins with https: or names this machine, not ${publicUrl.replace(/\/$/, '')}.`;
}

/** Neither the secret of the client nor its tokens may cross a network in clear text. */
export function refuseOpenIssuer(issuer: string): string | undefined {
  if (isSafe(issuer)) return undefined;
  return 'CUTROOM_MODE=production needs an OIDC_ISSUER that begins with https: or names this machine.';
}

/** Whether a URL is encrypted, or names this machine. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

export function refuseStandIn(name: string) {
  return (url: string): string | undefined =>
    new URL(url).pathname.startsWith('/standins/')
      ? `CUTROOM_MODE=production refuses stand-ins: ${name} names one.`
      : undefined;
}

export function refuseAutoModels(mode: string): string | undefined {
  if (mode !== 'auto') return undefined;
  return 'CUTROOM_MODE=production refuses MODELS=auto: the operator runs `npm run models -- get`.';
}

/** Whether a text is a shorter text repeated. */
const isRepeated = (text: string) =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, i) => i + 1).some(
    (length) => text.slice(length) === text.slice(0, -length),
  );
