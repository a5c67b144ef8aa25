import { join } from 'node:path';
import { z } from 'zod';
import type { MusicName } from '#contract/found-music.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import type { Backend } from '#core/backend.ts';
import { AppError, StepError } from '#core/lib/errors.ts';
import type { ArtifactFile } from '#core/repositories/media/artifacts.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs, MUSIC_FORMATS, words } from '#core/ffmpeg/inputs.ts';
import { readEnd, readStart } from '#core/media-sources/link/read-start.ts';
import { SourceError } from '#core/media-sources/source-error.ts';
import type { WaitingCaller } from '../caller.ts';
import { mediaWork } from '../media/media-work.ts';
import { openFoundStore } from './found-store.ts';
import { askMusicSource } from './search-music.ts';
import type { MusicSource, SourceTrack } from './sources/source.ts';

const PREVIEW = { name: 'music-preview', version: 1, result: z.object({}) };
const FILE = 'preview.m4a';
/** The longest preview, in seconds. The downloaded start of a file may contain less. */
const SECONDS = 60;
/** Time limits of the site, and then of the encoder, in ms. */
const READ_MS = 20_000;
const MAKE_MS = 20_000;

/**
 * Encodes the beginning of found music once, so that no file of another site reaches a browser unchanged.
 * @returns its path
 * @throws AppError `not_found` if there is no such music or it cannot be played, `unavailable` if its source
 * fails; TryLaterError if too much work is waiting
 */
export async function musicPreview(
  backend: Backend & { musicSources: MusicSource[] },
  { userId, signal }: WaitingCaller,
  name: MusicName,
): Promise<ArtifactFile> {
  const source = backend.musicSources.find(({ id }) => id === name.source);
  if (!source) throw notFound();
  const { artifacts, pools } = backend;
  const key = artifactKey(PREVIEW, [source.id, name.id]);
  const cached = await artifacts.find(PREVIEW, key);
  if (cached) return cached.file(FILE);
  const work = { key, userId, group: source.id, signal };
  return pools.sites.run(work, async (taskSignal) => {
    try {
      const track = await knownTrack(backend, source, name.id, taskSignal);
      if (!track) throw notFound();
      return await makePreview(backend, { source, track, key, userId }, taskSignal);
    } catch (error) {
      taskSignal.throwIfAborted();
      throw refusalOf(error);
    }
  });
}

async function knownTrack(backend: Backend, source: MusicSource, id: string, signal: AbortSignal) {
  const cached = await openFoundStore(backend).loadTrack(source.id, id);
  return cached ?? askMusicSource(backend, source, signal, (limited) => source.find(id, limited));
}

interface PreviewRequest {
  source: MusicSource;
  track: SourceTrack;
  key: string;
  userId: string;
}

async function makePreview(
  backend: Backend,
  { source: { files }, track, key, userId }: PreviewRequest,
  signal: AbortSignal,
): Promise<ArtifactFile> {
  const built = await backend.artifacts.build(PREVIEW, key, null, async (dir) => {
    const path = join(dir, 'start');
    const inTime = () => AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
    const { totalBytes, whole } = await readStart(files, track.fileUrl, { path, signal: inTime() });
    const encode = () =>
      mediaWork(
        backend,
        { key, userId, signal },
        (ffmpeg, taskSignal) =>
          ffmpeg.run(
            [
              ...inputArgs(path, { formats: MUSIC_FORMATS, threads: 1 }),
              ...words(`-map 0:a:0 -t ${SECONDS} -ac 2 -ar 44100 -c:a aac -b:a 96k -map_metadata -1`),
              ...words('-movflags +faststart -f mp4'),
              `file:${join(dir, FILE)}`,
            ],
            { signal: taskSignal, timeoutMs: MAKE_MS },
          ),
        'probes',
      );
    await encode().catch(async (error: unknown) => {
      // The index may be at the file's end.
      if (!(error instanceof MediaError) || signal.aborted || whole || totalBytes === null) throw error;
      if (!(await readEnd(files, track.fileUrl, { path, totalBytes, signal: inTime() }))) throw error;
      await encode();
    });
    return { data: {}, files: [FILE] };
  });
  return built.file(FILE);
}

const notFound = () => new AppError('not_found', 'There is no such music.');

function refusalOf(error: unknown): unknown {
  if (error instanceof MediaError) return new AppError('not_found', 'This music cannot be played.');
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  if (isLate) return new AppError('unavailable', 'The source of this music took too long to respond.');
  if (error instanceof SourceError) return new AppError('unavailable', error.message);
  if (!(error instanceof StepError)) return error;
  return error.isFinal
    ? notFound()
    : new AppError('unavailable', 'The source of this music does not respond.');
}
