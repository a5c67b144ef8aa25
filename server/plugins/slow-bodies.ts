import fp from 'fastify-plugin';
import { AppError } from '#core/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files, and has a rule of its own for how long one may take. */
    takesFiles?: true;
  }
}

const MEGABYTE = 1_048_576;
/** How long a body may take to arrive, for each megabyte that its route takes, in seconds. */
export const SECONDS_PER_MEGABYTE = 60;

/** Ends requests whose body drips in, so that they hold no connection for ever. Register it before the session. */
export default fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, headers, routeOptions } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (!hasBody || routeOptions.config?.takesFiles) return;
    const seconds = SECONDS_PER_MEGABYTE * Math.max(1, (routeOptions.bodyLimit ?? 0) / MEGABYTE);
    const late = setTimeout(() => {
      if (raw.complete) return;
      // Whoever reads the body answers; nobody does once it was refused.
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
  });
});
