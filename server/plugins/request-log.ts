import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Logger, withLogFields } from '#core/logger.ts';

/** The run named in a response, by its request. */
const runs = new WeakMap<FastifyRequest, string>();

/** The run that a request concerns: the one in its response, otherwise the one in its path. */
function runOf(request: FastifyRequest): string | undefined {
  const { id } = (request.params ?? {}) as { id?: string };
  return runs.get(request) ?? (request.routeOptions.url?.startsWith('/api/runs/') ? id : undefined);
}

/**
 * One log line for each request, at its end: with the route's pattern, never the URL, which may contain secrets. Every
 * line logged during the request has the request's id. Register it before everything else.
 */
export default fp(async (app) => {
  // Reading a body leaves the request's context, so it is entered again afterwards.
  for (const hook of ['onRequest', 'preValidation'] as const) {
    app.addHook(hook, (request: FastifyRequest, _reply: unknown, done: () => void) => {
      withLogFields({ reqId: request.id }, done);
    });
  }

  app.addHook('preSerialization', async (request, _reply, payload) => {
    const { runId } = (payload ?? {}) as { runId?: unknown };
    if (typeof runId === 'string') runs.set(request, runId);
    return payload;
  });

  // All fields of these lines are known: looking for secret ones would take ten times as long as the rest.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', async (request, reply) => {
    const runId = runOf(request);
    const line = {
      reqId: request.id,
      ...(runId !== undefined && { runId }),
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.session?.userId ?? null,
    };
    const level = reply.statusCode >= 500 ? 'error' : 'info';
    // A route may have a level of its own.
    if ((request.log as Logger).isLevelEnabled(level)) log[level](line, 'request');
  });
});
