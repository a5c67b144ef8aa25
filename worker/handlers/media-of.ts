import { join } from 'node:path';
import { z } from 'zod';
import { fetchMedia, type Scan, scanMedia } from '#contract/jobs/processing.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { StepError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { scanKeyOf } from '#core/repositories/projects/sections.ts';
import type { VideoRow } from '#core/repositories/media/videos.ts';
import type { Built } from '#core/storage/artifact-store.ts';
import { isMissingFile } from '#core/storage/storage.ts';
import { makeWorkingCopy, mayNeedCopy, needsWorkingCopy } from '../media/working-copy.ts';

/**
 * The copy of a video that cannot be used directly. Without a file, the video was inspected and needs no
 * copy.
 */
const WORKING_COPY = { name: 'copy-media', version: 1, result: z.object({}) };
const COPY_FILE = 'copy.mkv';

/** Returns a fetched video's properties, and a function that opens one of its files by name. */
export async function fetchedFile({ artifacts }: Backend, fetchKey: string | null) {
  const fetched = fetchKey ? await artifacts.find(fetchMedia, fetchKey) : undefined;
  if (!fetched) throw fileGone();
  const { fileName, sha256, subtitles } = fetched.data;
  const open = (name: string) =>
    fetched.path(name).catch((error: unknown) => {
      throw isMissingFile(error) ? fileGone(error) : error;
    });
  return { sha256, subtitles, open: () => open(fileName), openSubtitles: () => withPaths(subtitles, open) };
}

function withPaths<File extends { fileName: string }>(
  files: readonly File[],
  open: (name: string) => Promise<string>,
) {
  return Promise.all(files.map(async (file) => ({ ...file, path: await open(file.fileName) })));
}

const fileGone = (cause?: unknown) =>
  new StepError('gone', 'The file of this video no longer exists. Please process it again.', { cause });

interface OpenOptions {
  /** The owner whose storage a copy counts for; `null` if all users may use the video. */
  ownerId: string | null;
  signal: AbortSignal;
}

/** By artifact key. */
const copying = new Map<string, Promise<unknown>>();

/**
 * Opens a fetched video's file as all steps read it, and its probe: the file itself, or a working copy, which
 * is made if it does not exist. `sha256` is the hash of the fetched file.
 * @throws StepError, MediaError
 */
export async function openVideo(backend: Backend, fetchKey: string | null, options: OpenOptions) {
  const { ffmpeg, artifacts } = backend;
  const { ownerId, signal } = options;
  const fetched = await fetchedFile(backend, fetchKey);
  const source = await fetched.open();
  const probe = await probeMedia(ffmpeg, source, { signal });
  const asFetched = { ...fetched, path: source, probe, isCopy: false };
  const key = artifactKey(WORKING_COPY, [fetched.sha256]);
  // Several steps may open a video at the same time: one copies it, the others wait.
  while (copying.has(key)) await copying.get(key)!.catch(() => {});
  const copied = buildCopy();
  copying.set(key, copied);
  const copy = await copied.finally(() => copying.delete(key));
  const path = await copy?.pathIfAny(COPY_FILE);
  if (!path) return asFetched;
  return { ...fetched, path, probe: await probeMedia(ffmpeg, path, { signal }), isCopy: true };

  async function buildCopy(): Promise<Built<object> | undefined> {
    const { video } = probe;
    if (!video || !mayNeedCopy(probe)) return undefined;
    const input = { ffmpeg, source, probe, signal };
    return artifacts.build(WORKING_COPY, key, ownerId, async (dir) => {
      if (!(await needsWorkingCopy(input))) return { data: {}, files: [] };
      await makeWorkingCopy({ ...input, video, outFile: join(dir, COPY_FILE) });
      return { data: {}, files: [COPY_FILE] };
    });
  }
}

/** Returns a fetched video's scan and its files. */
export async function scanOf(backend: Backend, video: Pick<VideoRow, 'fetchKey'>): Promise<Built<Scan>> {
  const { sha256 } = await fetchedFile(backend, video.fetchKey);
  const scan = await backend.artifacts.find(scanMedia, scanKeyOf(sha256));
  if (!scan)
    throw new StepError('gone', 'The analysis of this video no longer exists. Please process it again.');
  return scan;
}
