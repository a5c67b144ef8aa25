import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';
import { AppError } from '#core/lib/errors.ts';
import { hasBearer } from './credential.ts';
import { parseUrl } from '#core/lib/parse-url.ts';

/** Lets pages of these origins show a response in a frame, which no other site may. */
export function allowFramesOf(origins: readonly string[], reply: FastifyReply): void {
  if (origins.length === 0) return;
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(NO_FRAMES, `frame-ancestors ${origins.join(' ')}`));
  // It knows no list of origins, and browsers that know `frame-ancestors` ignore it.
  reply.removeHeader('x-frame-options');
}

const NO_FRAMES = "frame-ancestors 'none'";
const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Whether a request comes from our own page, or from no page (a script with its own session). */
export function isSameOrigin(headers: Record<string, unknown>, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const sender = typeof origin === 'string' ? parseUrl(origin) : undefined;
  if (!sender) return false;
  // A forwarded port has another host than PUBLIC_URL, and the browser's cookie is bound to that host too.
  return origin === new URL(publicUrl).origin || sender.host === host;
}

/** Adds security headers, and refuses requests from other sites' pages. */
export default fp<{ publicUrl: string; inlineScripts: string[]; storeOrigin: string | null }>(
  async (app, { publicUrl, inlineScripts, storeOrigin }) => {
    const store = storeOrigin === null ? [] : [storeOrigin];
    const hashes = inlineScripts.map(
      (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    );
    const headers = headersOf({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...hashes],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:', ...store],
          mediaSrc: ["'self'", 'blob:', ...store],
          connectSrc: ["'self'", ...store],
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
    app.addHook('onRequest', (_request, reply, done) => {
      for (const [name, value] of headers) reply.header(name, value);
      done();
    });

    // Only JSON bodies are accepted. Routes that accept other types configure that themselves.
    app.removeContentTypeParser('text/plain');
    // Some clients send a content type with an empty body. The schemas decide whether a body is required.
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
      if (body === '') done(null, undefined);
      else parseJson(request, body, done);
    });

    app.addHook('onRequest', (request, _reply, done) => {
      if (!CHANGING.has(request.method) || request.url.startsWith('/standins/')) return done();
      // No browser adds a bearer to another site's request, and no cookie counts beside one.
      const isSafe = hasBearer(request.headers) || request.routeOptions.config?.anyOrigin;
      if (isSafe || isSameOrigin(request.headers, publicUrl)) done();
      else done(new AppError('forbidden', 'This request came from another site.'));
    });
  },
);

/** Returns the headers that helmet sets, by their names in lower case. None of them depends on the request. */
function headersOf(options: HelmetOptions): [string, string][] {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name.toLowerCase(), value]),
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error as Error;
  });
  return headers;
}
