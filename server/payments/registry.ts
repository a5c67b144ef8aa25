import type { Config } from '#core/config/config.ts';
import type { Logger } from '#core/logger.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { openStripe } from './stripe.ts';
import { openTestProvider } from './test-provider.ts';

/** Every provider, the preferred one first; each gives null when it is not configured. */
const PROVIDERS = [openStripe, openTestProvider];

/** The provider of this installation; null when nothing can be bought here. */
export function openPayments(config: Pick<Config, 'payments'>, log: Logger): PaymentProvider | null {
  for (const open of PROVIDERS) {
    const provider = open(config, log);
    if (provider) return provider;
  }
  return null;
}
