import type { Failure } from '../../../lib/api/attempt.ts';

/** Shows a failure under its own title, or the hint to log in again (product.md 8.18 to 8.21). */
export const failure = (title: string, fallback: string): Failure => ({
  title,
  fallback,
  signedOut: { title: 'Authentication Failed', description: 'Please refresh the page or log in again.' },
});
