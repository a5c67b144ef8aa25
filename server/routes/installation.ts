import type { FastifyInstance, FastifyReply } from 'fastify';
import * as calls from '#contract/calls/installation.ts';
import type { Backend } from '#core/backend.ts';
import { listWorkers, RECENT_MS } from '#core/queue/worker-registry.ts';
import { handle } from '../handle.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { readyBody, sendBody } from '../ready-body.ts';
import { readAppConfig } from '../services/operation/app-config.ts';

/** What this installation can do. Open to everyone, since the landing page shows it too. */
export async function installationRoutes(
  app: FastifyInstance,
  { backend, payments }: { backend: Backend; payments: PaymentProvider | null },
) {
  // Determined now, so that the first page does not wait for it.
  void backend.sources.pages.version();

  const { config, redis } = backend;
  let last: { body: Buffer; until: number } | undefined;
  async function read(reply: FastifyReply): Promise<Buffer> {
    const until = performance.now() + RECENT_MS;
    const workers = await listWorkers(redis, config.redisPrefix);
    const answer = await readAppConfig(backend, payments, workers);
    last = { body: readyBody<typeof calls.readConfig>(reply, answer), until };
    return last.body;
  }

  handle(app, calls.readConfig, ({ reply }) => {
    if (last && performance.now() < last.until) return sendBody(reply, last.body);
    return read(reply).then((body) => sendBody(reply, body));
  });
}
