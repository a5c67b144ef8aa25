import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/installation.ts';
import type { Backend } from '#core/backend.ts';
import { handle } from '../handle.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { readAppConfig } from '../services/operation/app-config.ts';

/** What this installation can do; open to everybody, since the landing page shows it too. */
export async function installationRoutes(
  app: FastifyInstance,
  { backend, payments }: { backend: Backend; payments: PaymentProvider | null },
) {
  // So that the first page does not wait for it.
  void backend.sources.pages.version();

  handle(app, calls.readConfig, () => readAppConfig(backend, payments));
}
