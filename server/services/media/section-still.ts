import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fetchMedia, scanMedia } from '#contract/jobs/processing.ts';
import { stillOf } from '#film/time/still.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import type { Backend } from '#core/backend.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { OverCapError } from '#core/repositories/account/holdings.ts';
import type { ArtifactFile } from '#core/repositories/media/artifacts.ts';
import type { Film } from '#core/repositories/projects/films.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { ignoreMissingFile } from '#core/storage/storage.ts';
import { STILL_FILES } from './still-image.ts';
import { filmPath } from './film-poster.ts';
import { imageFormatOf } from './inspect-upload.ts';
import { mediaWork } from './media-work.ts';

const STILL = { name: 'still', version: 1, result: z.object({}) };
const FILE = 'still.jpg';
/** The longest side, in pixels. */
const SIDE = 480;
/** A still of this size has at most about 60 kB. */
const MAX_BYTES = 200_000;

type Parts = Pick<Backend, 'artifacts' | 'ffmpeg' | 'pools' | 'storage'>;
interface Asker {
  /** Whose work and file it is. */
  userId: string;
  signal: AbortSignal;
}

/** The part of a section that determines its still. */
export type StillSource = Pick<
  SectionRow,
  'scanKey' | 'fetchKey' | 'objectKind' | 'videoId' | 'startMs' | 'endMs'
>;

/**
 * Returns a small JPEG of a section: of the storyboard of its video, or its image.
 * @returns `null` for a title card, before its video is scanned, or if no still can be made
 * @throws TryLaterError if too much work is waiting
 */
export async function sectionStill(parts: Parts, row: StillSource, asker: Asker): Promise<Buffer | null> {
  const { artifacts } = parts;
  if (mediaOf(row) === 'image') {
    const image = row.fetchKey === null ? undefined : await artifacts.find(fetchMedia, row.fetchKey);
    const path = await image?.pathIfAny(STILL_FILES.preview);
    return path ? makeStill(parts, { path, source: [row.fetchKey], filters: [] }, asker) : null;
  }
  const scan = row.scanKey === null ? undefined : await artifacts.find(scanMedia, row.scanKey);
  const storyboard = scan?.data.storyboard;
  if (!scan || !storyboard) return null;
  const { columns, width, height, intervalMs } = storyboard;
  const range = { startTime: row.startMs / 1000, endTime: row.endMs / 1000 };
  const still = stillOf(range, scan.data.durationMs / 1000, intervalMs / 1000);
  const path = await scan.pathIfAny('storyboard.jpg');
  if (!path) return null;
  const crop = `crop=${width}:${height}:${(still % columns) * width}:${Math.floor(still / columns) * height}`;
  return makeStill(parts, { path, source: [scan.key, still], filters: [crop] }, asker);
}

/**
 * Returns a small JPEG of a film's frame at a time, in ms.
 * @returns `null` if the film's file is missing, or no still can be made
 * @throws TryLaterError if too much work is waiting
 */
export async function filmStill(
  parts: Parts,
  film: Pick<Film, 'artifactKey'>,
  atMs: number,
  asker: Asker,
): Promise<Buffer | null> {
  const path = await filmPath(parts, film);
  if (!path) return null;
  return makeStill(parts, { path, source: [film.artifactKey, atMs], filters: [], seekMs: atMs }, asker);
}

/** Returns a file that was made before as a small JPEG; `null` if it is missing or large. */
export async function readStill(
  { storage }: Pick<Parts, 'storage'>,
  { objectKey, bytes }: ArtifactFile,
): Promise<Buffer | null> {
  if (bytes > MAX_BYTES) return null;
  const path = await storage.localPath(objectKey).catch(ignoreMissingFile);
  return path ? readFile(path) : null;
}

interface Source {
  path: string;
  /** Identifies the frame. */
  source: (string | number | null)[];
  filters: string[];
  seekMs?: number;
}

async function makeStill(
  parts: Parts,
  { path, source, filters, seekMs }: Source,
  { userId, signal }: Asker,
): Promise<Buffer | null> {
  const { artifacts } = parts;
  const key = artifactKey(STILL, source);
  const cached = await artifacts.find(STILL, key);
  if (cached) return readStill(parts, cached.file(FILE));
  const fit = `scale=w='min(iw,${SIDE})':h='min(ih,${SIDE})':force_original_aspect_ratio=decrease:force_divisible_by=2:out_range=pc,format=yuvj420p`;
  const one = ['-map', '0:v:0', '-frames:v', '1', '-update', '1', '-map_metadata', '-1', '-q:v', '5'];
  try {
    const built = await mediaWork(parts, { key, userId, signal }, (ffmpeg, wanted) =>
      artifacts.build(STILL, key, userId, async (dir) => {
        const format = await imageFormatOf(path);
        const input = inputArgs(path, {
          threads: 1,
          ...(format && { formats: format, format }),
          ...(seekMs !== undefined && { seekMs }),
        });
        const output = ['-vf', [...filters, fit].join(','), ...one, `file:${join(dir, FILE)}`];
        await ffmpeg.run([...input, ...output], { signal: wanted });
        return { data: {}, files: [FILE] };
      }),
    );
    return readStill(parts, built.file(FILE));
  } catch (error) {
    const expected = error instanceof OverCapError || error instanceof MediaError;
    if (expected && !signal.aborted) return null;
    throw error;
  }
}
