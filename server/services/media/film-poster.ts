import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type FilmResult, joinFilm } from '#contract/jobs/generation.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { frameScore } from '#core/film/frame-score.ts';
import type { Backend } from '#core/backend.ts';
import type { ArtifactFile } from '#core/repositories/media/artifacts.ts';
import { OverCapError } from '#core/repositories/account/holdings.ts';
import type { Film } from '#core/repositories/projects/films.ts';
import { ignoreMissingFile } from '#core/storage/storage.ts';
import { imageFormatOf } from './inspect-upload.ts';
import { mediaWork } from './media-work.ts';

const POSTER = { name: 'film-poster', version: 1, result: z.object({}) };
export const POSTER_FILE = 'poster.jpg';
/** The longest side, in pixels, as link previews in chats show it. */
export const POSTER_SIDE = 1280;
/** Where to examine a film with unknown sections, and each of its sections, as shares of the length. */
const IN_FILM = [0.2, 0.35, 0.5, 0.65, 0.8];
const IN_SECTION = [0.35, 0.65];
/** The maximum number of frames that are examined. */
const MAX_FRAMES = 8;
/** The size of an examined frame, in pixels. */
const LOOK = { width: 64, height: 36 };
/** The advantage of an early frame over a late one, in points of its score. */
const EARLY = 10;

type Parts = Pick<Backend, 'artifacts' | 'ffmpeg' | 'pools'>;
interface Asker {
  /** Whose work and file it is. */
  userId: string;
  signal: AbortSignal;
}

/** Returns the local path of a film; `undefined` if its file is missing. */
export async function filmPath(
  { artifacts }: Pick<Backend, 'artifacts'>,
  { artifactKey: key }: Pick<Film, 'artifactKey'>,
): Promise<string | undefined> {
  return (await artifacts.find(joinFilm, key))?.path('film.mp4').catch(ignoreMissingFile);
}

/**
 * Returns times of a film's frames that may be its poster, in ms: away from joins, and not of title cards.
 */
export function posterTimes({ durationMs, sections }: Pick<FilmResult, 'durationMs' | 'sections'>): number[] {
  const withoutCards = sections.filter(({ card }) => !card);
  const times = withoutCards.flatMap(({ startMs, effectiveMs }) =>
    IN_SECTION.map((part) => Math.floor(startMs + effectiveMs * part)),
  );
  if (times.length === 0) return IN_FILM.map((part) => Math.floor(durationMs * part));
  const step = Math.max(1, times.length / MAX_FRAMES);
  return Array.from({ length: Math.min(times.length, MAX_FRAMES) }, (_, n) => times[Math.floor(n * step)]!);
}

/** Returns the time of the most informative frame. @throws MediaError */
async function chooseFrame(
  ffmpeg: Ffmpeg,
  path: string,
  times: readonly number[],
  { dir, signal }: { dir: string; signal: AbortSignal },
): Promise<number> {
  const raw = join(dir, 'frame.gray');
  let best = { score: Number.NEGATIVE_INFINITY, seekMs: times[0] ?? 0 };
  for (const [index, seekMs] of times.entries()) {
    const filters = `scale=${LOOK.width}:${LOOK.height}:flags=area,format=gray`;
    const one = ['-map', '0:v:0', '-frames:v', '1', '-vf', filters, '-f', 'rawvideo'];
    await ffmpeg.run([...inputArgs(path, { threads: 1, seekMs }), ...one, `file:${raw}`], { signal });
    const score = frameScore(await readFile(raw), LOOK.width) - (EARLY * index) / times.length;
    await rm(raw);
    if (score > best.score) best = { score, seekMs };
  }
  return best.seekMs;
}

/**
 * Makes a poster, once. `source` identifies the file. `seekMs` is `null` for an image, or several times from
 * which the best is chosen.
 * @returns its artifact's key
 * @throws MediaError; AppError if the account has no room; TryLaterError if too much work is waiting
 */
export async function makePoster(
  parts: Parts,
  { path, source, seekMs }: { path: string; source: string; seekMs: number | readonly number[] | null },
  { userId, signal }: Asker,
): Promise<string> {
  const { artifacts } = parts;
  const key = artifactKey(POSTER, [source, typeof seekMs === 'object' && seekMs ? [...seekMs] : seekMs]);
  if (await artifacts.find(POSTER, key)) return key;
  await mediaWork(parts, { key, userId, signal }, (ffmpeg, taskSignal) =>
    artifacts.build(POSTER, key, userId, async (dir) => {
      const fit = `scale=w='min(iw,${POSTER_SIDE})':h='min(ih,${POSTER_SIDE})':force_original_aspect_ratio=decrease:force_divisible_by=2:out_range=pc,format=yuvj420p`;
      const one = ['-map', '0:v:0', '-frames:v', '1', '-update', '1', '-map_metadata', '-1', '-q:v', '4'];
      const format = await imageFormatOf(path);
      const isChoice = typeof seekMs === 'object' && seekMs !== null;
      const at = isChoice ? await chooseFrame(ffmpeg, path, seekMs, { dir, signal: taskSignal }) : seekMs;
      const input = inputArgs(path, {
        threads: 1,
        ...(format && { formats: format, format }),
        ...(at !== null && { seekMs: at }),
      });
      await ffmpeg.run([...input, '-vf', fit, ...one, `file:${join(dir, POSTER_FILE)}`], {
        signal: taskSignal,
      });
      return { data: {}, files: [POSTER_FILE] };
    }),
  );
  return key;
}

/**
 * Returns the poster of a film: the chosen one, otherwise a frame of the film, made when it is first
 * requested.
 * @returns its file; `null` if the film has no poster
 * @throws TryLaterError if too much work is waiting
 */
export async function filmPoster(
  parts: Parts,
  film: Pick<Film, 'artifactKey' | 'posterKey' | 'result'>,
  asker: Asker,
): Promise<ArtifactFile | null> {
  const fileOf = async (key: string) => (await parts.artifacts.find(POSTER, key))?.file(POSTER_FILE);
  const chosen = film.posterKey === null ? undefined : await fileOf(film.posterKey);
  if (chosen) return chosen;
  const path = await filmPath(parts, film);
  if (!path) return null;
  try {
    const seekMs = posterTimes(film.result);
    const key = await makePoster(parts, { path, source: film.artifactKey, seekMs }, asker);
    return (await fileOf(key)) ?? null;
  } catch (error) {
    const expected = error instanceof OverCapError || error instanceof MediaError;
    if (expected && !asker.signal.aborted) return null;
    throw error;
  }
}
