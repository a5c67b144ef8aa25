import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from 'oidc-provider';
import type { Mount } from '../mount.ts';
import { avatar, loginPage, messagePage, PAGE_HEADERS } from './pages.ts';
import { personFrom, type Person } from './people.ts';
import { createProvider } from './provider.ts';

const PREFIX = '/standins/oidc';
const BODY_LIMIT = 10_000;

/**
 * Stands in for Google's sign-in: an OpenID provider whose page accepts any name and e-mail address.
 * @param publicUrl the product's URL in browsers; the provider is under it
 */
export function createOidc(publicUrl: string): Mount {
  const issuer = `${publicUrl}${PREFIX}`;
  const people = new Map<string, Person>();
  const provider = createProvider(publicUrl, issuer, people);
  const callback = provider.callback();
  const { host, protocol } = new URL(issuer);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The provider responds as the issuer, whatever address the request used.
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.replace(':', '');
    delete request.headers['x-forwarded-host'];
    request.headers.cookie = withoutSession(request.headers.cookie);
    const path = (request.url ?? '').slice(PREFIX.length);
    const [route] = path.split('?');
    const interaction = /^\/interaction\/[\w-]+(?:\/(login|cancel))?$/.exec(route ?? '');
    const picture = /^\/avatar\/([^/]{1,40})\.svg$/.exec(route ?? '');
    if (interaction) return interact(request, response, interaction[1]);
    if (picture) return sendAvatar(response, picture[1]!);
    // The provider derives its mount path from the difference between the two URLs.
    Object.assign(request, { originalUrl: request.url, url: path || '/' });
    await callback(request, response);
  }

  async function interact(request: IncomingMessage, response: ServerResponse, step: string | undefined) {
    try {
      const { uid } = await provider.interactionDetails(request, response);
      const action = `${PREFIX}/interaction/${uid}`;
      if (step === undefined && request.method === 'GET') {
        return send(response, 200, loginPage(action, undefined));
      }
      if (request.method !== 'POST') return send(response, 405, messagePage('Not allowed', 'Send the form.'));
      if (step === 'cancel') {
        const refusal = { error: 'access_denied', error_description: 'The sign-in was cancelled.' };
        return await provider.interactionFinished(request, response, refusal);
      }
      const form = await readForm(request);
      const person = personFrom(form);
      if ('problem' in person) {
        const typed = { name: form.get('name') ?? '', email: form.get('email') ?? '' };
        return send(response, 422, loginPage(action, typed, person.problem));
      }
      people.set(person.subject, person);
      await provider.interactionFinished(request, response, { login: { accountId: person.subject } });
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error;
      send(
        response,
        400,
        messagePage('This sign-in has ended', 'Its link was used or is too old. Start again.'),
      );
    }
  }

  return { prefix: PREFIX, handle };
}

/**
 * Returns the cookies without those of the session, so that each sign-in starts afresh: otherwise the
 * provider would first ask to sign out the previous user.
 */
const withoutSession = (cookies = ''): string =>
  cookies
    .split(/;\s*/)
    .filter((cookie) => !cookie.startsWith('_session'))
    .join('; ');

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, PAGE_HEADERS).end(html);
}

function sendAvatar(response: ServerResponse, encoded: string): void {
  let initials = '?';
  try {
    initials = decodeURIComponent(encoded).slice(0, 4);
  } catch {
    // Someone typed an invalid percent escape into the name; a question mark is good enough.
  }
  const headers = { 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" };
  response.writeHead(200, headers).end(avatar(initials));
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_LIMIT) throw new errors.InvalidRequest('The form is too long.');
  }
  return new URLSearchParams(text);
}
