import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/installation.ts';
import type { Platform } from '#node/platform.ts';
import { handle } from '../handle.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { readAppConfig } from '../services/app-config.ts';

/** What this installation can do; open to everybody, since the landing page shows it too. */
export async function installationRoutes(
  app: FastifyInstance,
  { platform, payments }: { platform: Platform; payments: PaymentProvider | null },
) {
  // So that the first page does not wait for it.
  void platform.sources.pages.version();

  handle(app, calls.readConfig, () => readAppConfig(platform, payments));
}
