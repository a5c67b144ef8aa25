import commitTier from '../../commit-tier.json' with { type: 'json' };

/** `commit` is what `npm test` runs, `full` is everything. */
export type Tier = 'commit' | 'full';

/** Levels of which the commit tier runs only the listed files. Paths are relative to the level's folder. */
export const COMMIT_TIER: Record<string, string[]> = commitTier;

/** The tier that the test runner requests. vitest by itself runs everything. */
export const currentTier = (env: NodeJS.ProcessEnv): Tier =>
  env['CUTROOM_TEST_TIER'] === 'commit' ? 'commit' : 'full';

/** Globs of the test files of a level. */
export function testFiles(level: string, tier: Tier, listed = COMMIT_TIER[level]): string[] {
  if (tier === 'full' || listed === undefined) return [`tests/${level}/**/*.test.{ts,tsx}`];
  return listed.map((name) => `tests/${level}/${name}.test.{ts,tsx}`);
}
