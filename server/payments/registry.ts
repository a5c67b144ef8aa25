import type { Config } from '#core/config/config.ts';
import type { Logger } from '#core/lib/logger.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { openStripe } from './stripe.ts';
import { openTestProvider } from './test-provider.ts';

/** All providers, the preferred one first. Each returns `null` if it is not configured. */
const PROVIDERS = [openStripe, openTestProvider];

/** Returns the provider of this installation; `null` if it sells nothing. */
export function openPayments(config: Pick<Config, 'payments'>, log: Logger): PaymentProvider | null {
  for (const open of PROVIDERS) {
    const provider = open(config, log);
    if (provider) return provider;
  }
  return null;
}
