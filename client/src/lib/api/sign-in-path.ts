import type { AppConfig } from '#contract/app-config.ts';

const GOOGLE = { id: 'google', name: 'Google' } as const;
type Provider = AppConfig['signIn']['providers'][number];

/** Returns where visitors sign in (product.md 2.29, 2.30): Google's page, or the installation's other ways. */
export function signInPath(config: AppConfig | undefined): string {
  return hasGoogle(config) ? '/auth/google' : '/api/login';
}

/** Whether Google is one of the ways to sign in, also while the configuration is unknown. */
export function hasGoogle(config: AppConfig | undefined): boolean {
  return config === undefined || config.signIn.providers.some(({ id }) => id === 'google');
}

/** Returns the provider of a failed sign-in, by its ID in the URL; Google by default. */
export function failedProvider(config: AppConfig | undefined, id: string | null): Provider {
  return config?.signIn.providers.find((provider) => provider.id === id) ?? GOOGLE;
}
