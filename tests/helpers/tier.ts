import { inject } from 'vitest';
import type { Tier } from './runner/commit-tier.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Which tests this run has; see vitest.config.ts. */
    tier: Tier;
  }
}

const COMMIT_SHARE = 0.2;

/** Returns how many generated inputs a test uses: all in the full tier, a fifth of them in the commit tier. */
export const generatedInputs = (all: number): number =>
  inject('tier') === 'commit' ? Math.ceil(all * COMMIT_SHARE) : all;
