import { createHash } from 'node:crypto';
import fp from 'fastify-plugin';
import helmet from 'helmet';
import { AppError } from '#core/errors.ts';

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** True when a request comes from our own page, or from no page (a script with its own session). */
export function isSameOrigin(headers: Record<string, unknown>, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false;
  // A forwarded port has another host than PUBLIC_URL; the browser's cookie is bound to that host too.
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

/** Security headers, and a refusal of requests from other sites' pages. */
export default fp<{ publicUrl: string; inlineScripts: string[] }>(
  async (app, { publicUrl, inlineScripts }) => {
    const hashes = inlineScripts.map(
      (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    );
    // @fastify/helmet would build and check these headers for each request.
    const addHeaders = helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...hashes],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          mediaSrc: ["'self'", 'blob:'],
          connectSrc: ["'self'"],
          fontSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          formAction: ["'self'"],
        },
      },
      strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'same-origin' },
    });
    app.addHook('onRequest', (request, reply, done) =>
      addHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined)),
    );

    // Only JSON bodies are accepted here; routes that accept more say so themselves.
    app.removeContentTypeParser('text/plain');
    // Some clients send a content type with an empty body; the schemas decide who needs a body.
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
      if (body === '') done(null, undefined);
      else parseJson(request, body, done);
    });

    app.addHook('onRequest', async (request) => {
      if (request.url.startsWith('/standins/')) return;
      if (CHANGING.has(request.method) && !isSameOrigin(request.headers, publicUrl)) {
        throw new AppError('forbidden', 'This request came from another site.');
      }
    });
  },
);
