import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MusicName } from '#contract/found-music.ts';
import { MUSIC_ENDINGS } from '#contract/music-limits.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import type { Backend } from '#core/backend.ts';
import { AppError, StepError, TryLaterError } from '#core/lib/errors.ts';
import { download } from '#core/media-sources/link/download.ts';
import { SourceError } from '#core/media-sources/source-error.ts';
import { isConnectionError } from '#core/lib/outages.ts';
import { refuseFilesOver } from '#core/repositories/account/holdings.ts';
import { deleteObject, findObject, setUploaded } from '#core/repositories/media/uploads.ts';
import { setMusic } from '../films/set-music.ts';
import type { ProjectId, WaitingCaller } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import type { UploadBudget } from '../uploads/upload-budget.ts';
import { beginUpload, objectPath } from '../uploads/uploads.ts';
import { askMusicSource } from './search-music.ts';
import type { MusicSource, SourceTrack } from './sources/source.ts';
import { UNKNOWN_ARTIST } from './sources/tidy.ts';

/** How long a page waits for a file, in ms. */
const FETCH_MS = 120_000;
/** The shortest time between two reports of progress, in ms. */
const REPORT_EVERY_MS = 300;
const OTHER_MUSIC = 'Choose other music.';
/** Messages for the failures of a download, by code. All others are failures of the site. */
const REFUSALS: Record<string, string> = {
  not_found: `This music is no longer at its source. ${OTHER_MUSIC}`,
  refused: `The source does not let us download this music. ${OTHER_MUSIC}`,
  too_large: `This music is larger than 100 MB. ${OTHER_MUSIC}`,
  page: `The source sent a page in place of this music. ${OTHER_MUSIC}`,
  not_media: `The source sent another file in place of this music. ${OTHER_MUSIC}`,
};
const SITE_FAILS = `The source of this music does not respond. Try again later, or choose other music.`;

/** The backend with what downloads of music need. */
export interface MusicBackend extends Backend {
  musicSources: MusicSource[];
  uploadBudget: UploadBudget;
}

interface Fetcher extends WaitingCaller {
  /** Called at most a few times per second while the file arrives, with whole percents. */
  onProgress?(percentage: number): void;
}

/** Music whose file is stored as an upload of its project. */
interface Stored {
  objectId: string;
  objectKey: string;
  track: SourceTrack;
}

/**
 * Downloads found music and makes it the film's music, as one edit. Its file is checked like an uploaded one,
 * and its credit names artist, licence and page. The signal cancels it, and then no part of the file is
 * retained.
 * @throws AppError `not_found`; `unprocessable` if the music no longer exists, cannot be downloaded or cannot
 * be music, or the account has no room; `unavailable` if its source fails; TryLaterError if too much work is
 * waiting; the signal's reason if aborted
 */
export async function fetchMusic(
  backend: MusicBackend,
  caller: Fetcher,
  { projectId }: ProjectId,
  name: MusicName,
): Promise<void> {
  const { userId, signal } = caller;
  await ownProject(backend.db, projectId, userId);
  const source = backend.musicSources.find(({ id }) => id === name.source);
  if (!source) throw new AppError('unprocessable', 'This installation does not search this source.');
  const work = { key: `music ${projectId} ${source.id} ${name.id}`, userId, signal };
  const stored = await backend.pools.downloads.run(work, async (taskSignal) => {
    try {
      return await store(backend, { ...caller, signal: taskSignal }, { projectId }, { source, id: name.id });
    } catch (error) {
      taskSignal.throwIfAborted();
      throw refusalOf(error);
    }
  });
  try {
    signal.throwIfAborted();
    const { title } = stored.track;
    const patch = { objectPath: objectPath(stored.objectId), title, credit: creditOf(stored.track) };
    await setMusic(backend, { userId }, { projectId }, { ...patch, advice: OTHER_MUSIC });
  } catch (error) {
    await dropUnused(backend, stored);
    throw error;
  }
}

/** Returns artist, licence and page, as far as they are known. */
function creditOf({ artist, license, page }: SourceTrack): string {
  return [...(artist === UNKNOWN_ARTIST ? [] : [`by ${artist}`]), license.name, page].join(', ');
}

/** Downloads a file and stores it as an upload. */
async function store(
  backend: MusicBackend,
  { userId, signal, onProgress = () => {} }: Fetcher,
  { projectId }: ProjectId,
  { source, id }: { source: MusicSource; id: string },
): Promise<Stored> {
  const { config, db, storage, tempDir, uploadBudget } = backend;
  const track = await askMusicSource(backend, source, signal, (limited) => source.find(id, limited));
  if (!track) throw new AppError('unprocessable', REFUSALS['not_found']!);
  const file = { fileName: fileNameOf(track), ...(track.bytes !== null && { size: track.bytes }) };
  const { id: objectId } = await beginUpload(backend, { userId }, { projectId }, file);
  const dir = await mkdtemp(join(tempDir, 'music-'));
  const objectKey = `uploads/${objectId}/${randomUUID()}`;
  try {
    const path = join(dir, 'music');
    // The size that the source states may be wrong.
    await uploadBudget.spend(userId, MAX_UPLOAD_BYTES, (count) =>
      receive(backend, { source, track, path }, signal, { count, onProgress }),
    );
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const stored = { objectKey, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
    await storage.putFile(objectKey, path);
    await db.transaction().execute(async (trx) => {
      await setUploaded(trx, objectId, stored);
      await refuseFilesOver(trx, config.caps, userId);
    });
    signal.throwIfAborted();
    return { objectId, objectKey, track };
  } catch (error) {
    // If Postgres became unavailable, it may have stored the row.
    if (!isConnectionError(error)) await dropUnused(backend, { objectId, objectKey });
    throw error;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function receive(
  { config }: Backend,
  { source, track, path }: { source: MusicSource; track: SourceTrack; path: string },
  signal: AbortSignal,
  { count, onProgress }: { count: (bytes: number) => void; onProgress: (percentage: number) => void },
): Promise<void> {
  let counted = 0;
  let reported = { percentage: 0, at: 0 };
  return download(source.files, track.fileUrl, {
    path,
    maxBytes: MAX_UPLOAD_BYTES,
    maxMs: FETCH_MS,
    minRate: config.links.minRate,
    signal,
    onProgress: (bytes, total) => {
      // A download that starts again has fewer bytes.
      count(Math.max(0, bytes - counted));
      counted = Math.max(counted, bytes);
      const whole = total ?? track.bytes;
      if (whole === null) return;
      const percentage = Math.min(100, Math.floor((100 * bytes) / whole));
      const at = performance.now();
      if (percentage === reported.percentage || (percentage < 100 && at - reported.at < REPORT_EVERY_MS))
        return;
      reported = { percentage, at };
      onProgress(percentage);
    },
  });
}

/** Returns a name such as "Dawn.mp3", with the extension in its URL. */
function fileNameOf({ title, fileUrl }: SourceTrack): string {
  const ending = extname(new URL(fileUrl).pathname).toLowerCase();
  return title.replaceAll(/[/\\]/g, '-') + (MUSIC_ENDINGS.includes(ending) ? ending : '');
}

/** Removes a stored file that did not become music. */
async function dropUnused(
  { db, storage }: Backend,
  { objectId, objectKey }: Pick<Stored, 'objectId' | 'objectKey'>,
): Promise<void> {
  await deleteObject(db, objectId);
  if (!(await findObject(db, objectId))) await storage.remove(objectKey);
}

function refusalOf(error: unknown): unknown {
  if (error instanceof SourceError) return later(error.message, error.pauseMs);
  if (!(error instanceof StepError)) return error;
  const refusal = REFUSALS[error.code];
  return refusal === undefined ? later(SITE_FAILS, error.pauseMs) : new AppError('unprocessable', refusal);
}

function later(message: string, pauseMs: number | null): AppError {
  if (pauseMs === null) return new AppError('unavailable', message);
  return new TryLaterError(message, Math.ceil(pauseMs / 1000), 'unavailable');
}
