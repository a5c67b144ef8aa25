import fp from 'fastify-plugin';
import type { EventLoopWatch } from '#core/process/event-loop.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the request's work in the watch of the event loop. */
    endWatch: (() => void) | null;
  }
}

/**
 * Reports each request's route to the watch of the event loop until its response is ready. Sending a file
 * takes long, but blocks nothing.
 */
export default fp(async (app, { watch }: { watch: EventLoopWatch }) => {
  app.decorateRequest('endWatch', null);
  app.addHook('onRequest', (request, reply, done) => {
    // A socket stays open for hours.
    if (request.headers.upgrade !== undefined) return done();
    const end = watch.begin(`${request.method} ${request.routeOptions.url ?? 'none'}`);
    request.endWatch = end;
    reply.raw.once('close', end);
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.endWatch?.();
    done();
  });
});
