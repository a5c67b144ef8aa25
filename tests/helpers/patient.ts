import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** How long one wait may take, in ms; less than a test's time limit. See vitest.config.ts. */
    patienceMs: number;
  }
}

/**
 * Options for `vi.waitUntil` and `vi.waitFor`, which time out after a second by default, and for pages, which
 * time out after 30 s. The machine may be busy, so a test's own limit decides.
 */
export const PATIENT = { timeout: inject('patienceMs'), interval: 50 };
