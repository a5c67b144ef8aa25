import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#core/lib/errors.ts';
import { parseUrl } from '#core/lib/parse-url.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether pages of every site may send requests to a route and read its responses. No cookie has an effect
     * there, so a page can do no more than a program that has its bearer.
     */
    anyOrigin?: boolean;
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const EXPOSED = 'WWW-Authenticate, Mcp-Session-Id, Retry-After';
const ACCEPTED = 'Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id';
const PREFLIGHT_SECONDS = 7200;

/**
 * Lets pages of every site use the routes with `anyOrigin`, also to read their refusals. Register it before
 * whatever refuses requests.
 */
export default fp<{ publicUrl: string }>(async (app, { publicUrl }) => {
  const own = new Set([...LOOPBACK, new URL(publicUrl).hostname]);
  const hostOf = (host = ''): string => parseUrl(`http://${host}`)?.hostname ?? '';

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config?.anyOrigin) return done();
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', EXPOSED);
    const { origin, host } = request.headers;
    if (origin === undefined) return done();
    if (!parseUrl(origin)?.host) {
      return done(new AppError('forbidden', 'This request comes from a page without an address.'));
    }
    // A page whose name was rebound to this server's address sends that name as the host.
    if (own.has(hostOf(host))) return done();
    done(new AppError('forbidden', `This request names another host. Use the address ${publicUrl}.`));
  });
});

/** Answers the preflight of browsers for a route with `anyOrigin`. */
export function answerPreflight(app: FastifyInstance, url: string, methods: string): void {
  app.options(
    url,
    { config: { rate: 'general', anyOrigin: true }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', methods)
        .header('access-control-allow-headers', ACCEPTED)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
        .send(),
  );
}
