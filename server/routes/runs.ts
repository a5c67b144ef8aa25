import type { FastifyInstance } from 'fastify';
import type { Backend } from '#core/backend.ts';
import { handle } from '../handle.ts';
import { cancelRun, readRun, retryRun } from '../services/runs/own-runs.ts';
import * as calls from '#contract/calls/runs.ts';

/** Reading, cancelling and retrying runs. */
export async function runRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  handle(app, calls.readRun, ({ params, userId }) => readRun(backend, { userId }, { runId: params.id }));

  handle(app, calls.cancelRun, ({ params, userId }) => cancelRun(backend, { userId }, { runId: params.id }));

  handle(app, calls.retryRun, ({ params, caller }) => retryRun(backend, caller, { runId: params.id }));
}
