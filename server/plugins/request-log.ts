import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Logger, withLogFields } from '#core/lib/logger.ts';
import type { Tracing } from '#core/tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The run that the response names. */
    namedRun: string | null;
  }
}

/** Returns the run that a request concerns: the one in its response, otherwise the one in its path. */
function runOf(request: FastifyRequest): string | undefined {
  const { id } = (request.params ?? {}) as { id?: string };
  return request.namedRun ?? (request.routeOptions.url?.startsWith('/api/runs/') ? id : undefined);
}

/**
 * Logs one line for each request when it ends, with the route's pattern, never the URL, which may contain
 * secrets. Every line logged during the request has the request's ID. A request that changes a run is part of
 * the run's trace. Register it before everything else.
 */
export default fp(async (app, { tracing }: { tracing: Tracing }) => {
  app.decorateRequest('namedRun', null);
  app.addHook('onRequest', (request, _reply, done) => withLogFields({ reqId: request.id }, done));
  // Reading a body leaves the request's context, so it is entered again afterwards.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.method === 'GET') done();
    else withLogFields({ reqId: request.id }, done);
  });

  app.addHook('preSerialization', (request, _reply, payload, done) => {
    const { runId } = (payload ?? {}) as { runId?: unknown };
    if (typeof runId === 'string') request.namedRun = runId;
    done();
  });

  // All fields of these lines are known: searching for secret ones would take ten times as long as the rest.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', async (request, reply) => {
    const { id: reqId, method } = request;
    const runId = runOf(request);
    const route = request.routeOptions.url ?? 'none';
    const status = reply.statusCode;
    const ms = Math.round(reply.elapsedTime);
    // A refused request may name another user's run.
    if (runId !== undefined && method !== 'GET' && status < 400) {
      tracing.recordRequest({ id: reqId, runId, method, route, status, ms });
    }
    const line = {
      reqId,
      ...(runId !== undefined && { runId }),
      method,
      route,
      status,
      ms,
      userId: (request.session ?? request.key)?.userId ?? null,
      ...(request.key && { keyId: request.key.id }),
    };
    const level = status >= 500 ? 'error' : 'info';
    // A route may have its own level.
    if ((request.log as Logger).isLevelEnabled(level)) log[level](line, 'request');
  });
});
