import type { Config } from '#core/config/config.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Treats every order as paid and charges nothing. For local mode only. */
export function openTestProvider({ payments }: Pick<Config, 'payments'>): PaymentProvider | null {
  if (!payments.testProvider) return null;
  return {
    id: 'test',
    standIn: true,
    begin: async ({ purchase }) => ({ status: 'completed', ref: `test_${purchase.id}` }),
  };
}
