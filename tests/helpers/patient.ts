import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A little less than a test may take, in ms; see vitest.config.ts. */
    patienceMs: number;
  }
}

/**
 * For `vi.waitUntil` and `vi.waitFor`, which time out after a second by default, and for pages, which do after 30: the
 * machine may be busy, so a test's own limit decides.
 */
export const PATIENT = { timeout: inject('patienceMs'), interval: 50 };
