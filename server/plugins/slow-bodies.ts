import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { AppError } from '#core/lib/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts files, and has its own time limit. */
    takesFiles?: true;
  }
}

const MEGABYTE = 1_048_576;
/** How long a body may take to arrive, in seconds for each megabyte that its route accepts. */
export const SECONDS_PER_MEGABYTE = 60;

/**
 * Ends requests whose body arrives too slowly, so that they do not occupy a connection forever. Register it
 * before the session.
 */
export default fp(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(raw)) return done();
    const { routeOptions } = request;
    if (routeOptions.config?.takesFiles) return done();
    const seconds = SECONDS_PER_MEGABYTE * Math.max(1, (routeOptions.bodyLimit ?? 0) / MEGABYTE);
    const late = setTimeout(() => {
      if (raw.complete) return;
      // The reader of the body responds, unless the request was already refused.
      if (reply.sent || raw.listenerCount('error') === 0) return raw.destroy();
      reply.header('connection', 'close');
      raw.emit(
        'error',
        new AppError(
          'request_timeout',
          `The request took longer than ${seconds} s to arrive. Please send it again.`,
        ),
      );
    }, seconds * 1000).unref();
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(late));
    done();
  });
});

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
