import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  extractSound,
  type FetchedMedia,
  fetchMedia,
  hearSpeech,
  processingInputSchema,
  scanMedia,
} from '#contract/jobs/processing.ts';
import { StepError } from '#core/lib/errors.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import type { Backend } from '#core/backend.ts';
import { refuseNoRoom } from '#core/repositories/account/holdings.ts';
import { reweighVideo, type RunRow } from '#core/repositories/runs/run-steps.ts';
import {
  getVideo,
  setDuration,
  setFetched,
  sumDurations,
  type VideoRow,
} from '#core/repositories/media/videos.ts';
import { tooLongTogether } from '#core/runs/kinds/processing.ts';
import { hearWeight, scanWeight, soundWeight } from '#core/runs/weights.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { type Built } from '#core/storage/artifact-store.ts';
import { byteWords } from '../progress/detail-words.ts';
import type { Handler } from './handler.ts';

/** The fetch's share of the step. The rest is probing the file. */
const FETCHING = 0.9;

/** Stores a video's file and its subtitles in the object store, keyed by their source and version. */
export const handleFetchMedia: Handler<'fetch-media'> = async ({ backend, run, input, signal, report }) => {
  const { config, db, disk, artifacts, sources } = backend;
  const video = await getVideo(db, input.videoId);
  const source = sources.find(video.source);
  if (!source) throw new StepError('no_source', `Videos of "${video.source}" cannot be fetched here.`);
  await refuseTooLong(backend, run);
  const fresh = await findFresh(backend, video, source.freshMs ?? 0);
  if (fresh) return fresh;
  const revision = await source.revision(video, signal);
  const key = artifactKey(fetchMedia, [source.id, video.sourceId, ...revision]);
  const built = await artifacts.build(fetchMedia, key, video.ownerId, async (dir) => {
    await disk.refuseFull();
    if (video.ownerId) await refuseNoRoom(db, config, video.ownerId);
    const fileName = await source.fetch(video, dir, signal, (bytes, total) =>
      report(total ? (bytes / total) * FETCHING : 0, byteWords('Fetching', bytes, total)),
    );
    const path = join(dir, fileName);
    const { size } = await stat(path);
    const sha256 = await hashOf(path, signal, (bytes) =>
      report(FETCHING + (bytes / size) * (1 - FETCHING), byteWords('Checking', bytes, size)),
    );
    const subtitles = [];
    for (const file of (await source.fetchSubtitles?.(video, dir)) ?? []) {
      subtitles.push({ ...file, sha256: await hashOf(join(dir, file.fileName), signal, () => {}) });
    }
    const files = [fileName, ...subtitles.map((file) => file.fileName)];
    return { data: { sha256, bytes: size, fileName, subtitles }, files };
  });
  if (!built.reused || video.durationMs === 0) {
    await measure(backend, run, video, { built, signal });
    await refuseTooLong(backend, run);
  }
  await setFetched(db, video.id, built.key);
  return built;
};

/** Returns a file that was fetched so recently that the source is not asked for changes. */
async function findFresh({ artifacts }: Backend, video: VideoRow, freshMs: number) {
  const { fetchKey: key, fetchedAt: at } = video;
  if (key === null || at === null || Date.now() - at.getTime() >= freshMs) return undefined;
  return artifacts.find(fetchMedia, key);
}

/** Stores a video's measured length: not every source reports it, or reports it correctly. */
async function measure(
  { db, ffmpeg, config }: Backend,
  run: RunRow,
  video: VideoRow,
  { built, signal }: { built: Built<FetchedMedia>; signal: AbortSignal },
): Promise<void> {
  const path = await built.path(built.data.fileName);
  const { durationMs } = await probeMedia(ffmpeg, path, { signal, maxDurationMs: config.maxTotalMs });
  await setDuration(db, video.id, durationMs);
  await reweighVideo(db, run, video.id, {
    [extractSound.name]: soundWeight(durationMs),
    [scanMedia.name]: scanWeight(durationMs),
    [hearSpeech.name]: hearWeight(durationMs),
  });
}

/** @throws StepError if the project's videos are too long in total, as far as their lengths are known */
async function refuseTooLong({ db, config }: Backend, run: RunRow): Promise<void> {
  const { videoIds } = processingInputSchema.parse(run.input);
  if ((await sumDurations(db, videoIds, run.projectId)) <= config.maxTotalMs) return;
  throw new StepError('too_long', tooLongTogether(config.maxTotalMs));
}

async function hashOf(path: string, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  const file = createReadStream(path);
  file.on('data', () => onBytes(file.bytesRead));
  await pipeline(file, hash, { signal });
  return hash.digest('hex');
}
