import type { GenerationInput } from '#contract/jobs/generation.ts';
import { fetchMedia, scanMedia } from '#contract/jobs/processing.ts';
import type { Executor } from '../../db/database.ts';
import { findArtifacts } from '../media/artifacts.ts';
import { scanKeyOf } from './sections.ts';

/** The scans of fetched files that have one, by the files' keys; `durationMs` is the scanned video's length. */
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

/** Keys of the existing scans that a film needs. */
export async function findScans(db: Executor, { sections }: GenerationInput): Promise<Set<string>> {
  const keys = sections.flatMap(({ media }) => (media.kind === 'video' ? media.scanKey : []));
  return new Set((await findArtifacts(db, [...new Set(keys)])).keys());
}
