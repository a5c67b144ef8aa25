import { sql } from 'kysely';
import type { GenerationInput } from '#contract/jobs/generation.ts';
import { extractSound, fetchMedia, scanMedia, type Sound } from '#contract/jobs/processing.ts';
import type { Executor } from '../../db/database.ts';
import { findArtifacts } from '../media/artifacts.ts';
import { scanKeyOf } from './sections.ts';

/** Returns the scans of fetched files by the files' keys. `durationMs` is the scanned video's length. */
export async function findScansOfFetched(
  db: Executor,
  fetchKeys: string[],
): Promise<Map<string, { scanKey: string; durationMs: number }>> {
  const fetched = await findArtifacts(db, fetchKeys);
  const scanKeys = new Map(
    [...fetched].map(([key, { data }]) => [key, scanKeyOf(fetchMedia.result.parse(data).sha256)]),
  );
  const scans = await findArtifacts(db, [...scanKeys.values()]);
  return new Map(
    [...scanKeys].flatMap(([fetchKey, scanKey]) => {
      const scan = scans.get(scanKey);
      return scan ? [[fetchKey, { scanKey, durationMs: scanMedia.result.parse(scan.data).durationMs }]] : [];
    }),
  );
}

/**
 * Returns how a user's sections use a scan: the key of the fetched file that was scanned, `null` if no
 * section has it. Returns `undefined` if none of the user's sections shows the scan.
 */
export const findScanUse = (
  db: Executor,
  userId: string,
  scanKey: string,
): Promise<{ fetchKey: string | null } | undefined> =>
  db
    .selectFrom('sections')
    .innerJoin('projects', 'projects.id', 'sections.projectId')
    .select('sections.fetchKey')
    .where('projects.userId', '=', userId)
    .where('sections.scanKey', '=', scanKey)
    .orderBy('sections.fetchKey', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();

/** Returns the keys of the existing scans and faces that a film needs. */
export async function findScans(db: Executor, { sections }: GenerationInput): Promise<Set<string>> {
  const keys = sections.flatMap(({ media, subjects }) =>
    media.kind === 'video' ? [media.scanKey, ...(subjects ? [subjects] : [])] : [],
  );
  return new Set((await findArtifacts(db, [...new Set(keys)])).keys());
}

/**
 * Returns where speech was detected in a video, from the project's last run that did so; `null` if unknown.
 */
export async function findSpeech(
  db: Executor,
  { projectId, videoId }: { projectId: string; videoId: string },
): Promise<Sound['speech']> {
  const row = await db
    .selectFrom('runSteps')
    .innerJoin('runs', 'runs.id', 'runSteps.runId')
    .innerJoin('artifacts', 'artifacts.key', 'runSteps.artifactKey')
    .select('artifacts.data')
    .where('runs.projectId', '=', projectId)
    .where('runSteps.job', '=', extractSound.name)
    .where(sql`run_steps.input ->> 'videoId'`, '=', videoId)
    .orderBy('runSteps.finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? extractSound.result.parse(row.data).speech : null;
}
