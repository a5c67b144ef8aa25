import type { Config } from '#core/config/config.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Takes every order for paid and charges nothing: for local mode alone. */
export function openTestProvider({ payments }: Pick<Config, 'payments'>): PaymentProvider | null {
  if (!payments.testProvider) return null;
  return {
    id: 'test',
    standIn: true,
    begin: async ({ purchase }) => ({ status: 'completed', ref: `test_${purchase.id}` }),
  };
}
