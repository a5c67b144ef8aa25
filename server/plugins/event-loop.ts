import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { EventLoopWatch } from '#core/event-loop.ts';

/**
 * Names each request's route to the watch of the event loop, until its response is ready: sending a file takes long, but
 * blocks nothing.
 */
export default fp(async (app, { watch }: { watch: EventLoopWatch }) => {
  const ends = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onRequest', (request, reply, done) => {
    // A socket stays open for hours.
    if (request.headers.upgrade !== undefined) return done();
    const end = watch.begin(`${request.method} ${request.routeOptions.url ?? 'none'}`);
    ends.set(request, end);
    reply.raw.once('close', end);
    done();
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    ends.get(request)?.();
    return payload;
  });
});
