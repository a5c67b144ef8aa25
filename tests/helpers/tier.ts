import { inject, it, type TestContext } from 'vitest';
import type { Tier } from './runner/commit-tier.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The tier of this run; see vitest.config.ts. */
    tier: Tier;
  }
}

const COMMIT_SHARE = 0.2;

/**
 * Returns how many generated inputs a test uses: all in the full tier, a fifth of them in the commit tier.
 */
export const generatedInputs = (all: number): number =>
  inject('tier') === 'commit' ? Math.ceil(all * COMMIT_SHARE) : all;

/** Returns the cases of a test: all in the full tier, the first `count` in the commit tier. */
export const casesOfTier = <T>(all: readonly T[], count = 1): readonly T[] =>
  inject('tier') === 'commit' ? all.slice(0, count) : all;

/**
 * Defines a test of the full tier. In the commit tier the test does not exist, so it does not count as
 * skipped.
 */
export const itInFullTier: (name: string, test: (context: TestContext) => Promise<void>) => void =
  inject('tier') === 'full' ? it : () => {};
