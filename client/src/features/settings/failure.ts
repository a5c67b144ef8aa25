import type { Failure } from '../../lib/attempt.ts';

/** SPEC 8: a failure under its own title, or the hint to log in again. */
export const failure = (title: string, fallback: string): Failure => ({
  title,
  fallback,
  signedOut: { title: 'Authentication Failed', description: 'Please refresh the page or log in again.' },
});
