import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/api-keys.ts';
import type { Backend } from '#core/backend.ts';
import { listApiKeys } from '#core/repositories/account/api-keys.ts';
import { handle } from '../handle.ts';
import { createApiKey, readUsage, revokeApiKey } from '../services/account/api-keys.ts';

/** The signed-in user's API keys. */
export async function apiKeyRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  handle(app, calls.listApiKeys, ({ userId }) => listApiKeys(backend.db, userId));

  handle(app, calls.readUsage, ({ caller }) => readUsage(backend, caller));

  handle(app, calls.createApiKey, ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store');
    return createApiKey(backend, caller, body);
  });

  handle(app, calls.revokeApiKey, async ({ caller, params }) => {
    await revokeApiKey(backend, caller, { keyId: params.id });
    // Its connections end on every node.
    app.sessionEnded(caller.userId, params.id);
  });
}
