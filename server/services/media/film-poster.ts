import { join } from 'node:path';
import { z } from 'zod';
import { joinFilm } from '#contract/jobs/generation.ts';
import { artifactKey } from '#core/artifact-key.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import type { Backend } from '#core/backend.ts';
import { OverCapError } from '#core/repositories/account/holdings.ts';
import type { Film } from '#core/repositories/projects/films.ts';
import { imageFormatOf } from './look-at-upload.ts';
import { mediaWork } from './media-work.ts';

const POSTER = { name: 'film-poster', version: 1, result: z.object({}) };
export const POSTER_FILE = 'poster.jpg';
/** The longest side, in pixels: what previews in chats show. */
const SIDE = 1280;
/** Where a film without a chosen poster is looked at, as a part of its length. */
const LOOK_AT = 0.2;

type Parts = Pick<Backend, 'artifacts' | 'ffmpeg' | 'pools'>;
interface Asker {
  /** Whose work it is, and whose file. */
  userId: string;
  signal: AbortSignal;
}

/** The local path of a film; undefined when its file is missing. */
export async function filmPath(
  { artifacts }: Pick<Backend, 'artifacts'>,
  { artifactKey: key }: Pick<Film, 'artifactKey'>,
): Promise<string | undefined> {
  return (await artifacts.find(joinFilm, key))?.files['film.mp4'];
}

/**
 * Makes a poster, once. `source` identifies the file; `seekMs` is null for an image.
 * @returns its artifact's key
 * @throws MediaError; AppError when the account has no room; TryLaterError when too much waits
 */
export async function makePoster(
  parts: Parts,
  { path, source, seekMs }: { path: string; source: string; seekMs: number | null },
  { userId, signal }: Asker,
): Promise<string> {
  const { artifacts } = parts;
  const key = artifactKey(POSTER, [source, seekMs]);
  if (await artifacts.find(POSTER, key)) return key;
  await mediaWork(parts, { key, userId, signal }, (ffmpeg, wanted) =>
    artifacts.build(POSTER, key, userId, async (dir) => {
      const fit = `scale=w='min(iw,${SIDE})':h='min(ih,${SIDE})':force_original_aspect_ratio=decrease:force_divisible_by=2:out_range=pc,format=yuvj420p`;
      const one = ['-map', '0:v:0', '-frames:v', '1', '-update', '1', '-map_metadata', '-1', '-q:v', '4'];
      const format = await imageFormatOf(path);
      const input = inputArgs(path, {
        threads: 1,
        ...(format && { formats: format, format }),
        ...(seekMs !== null && { seekMs }),
      });
      await ffmpeg.run([...input, '-vf', fit, ...one, `file:${join(dir, POSTER_FILE)}`], { signal: wanted });
      return { data: {}, files: [POSTER_FILE] };
    }),
  );
  return key;
}

/**
 * The poster of a film: the chosen one, otherwise a picture of the film, made when somebody first wants it.
 * @returns its path; null when there is none
 * @throws TryLaterError when too much waits
 */
export async function filmPoster(
  parts: Parts,
  film: Pick<Film, 'artifactKey' | 'posterKey' | 'result'>,
  asker: Asker,
): Promise<string | null> {
  const pathOf = async (key: string) => (await parts.artifacts.find(POSTER, key))?.files[POSTER_FILE];
  const chosen = film.posterKey === null ? undefined : await pathOf(film.posterKey);
  if (chosen) return chosen;
  const path = await filmPath(parts, film);
  if (!path) return null;
  try {
    const seekMs = Math.floor(film.result.durationMs * LOOK_AT);
    const key = await makePoster(parts, { path, source: film.artifactKey, seekMs }, asker);
    return (await pathOf(key)) ?? null;
  } catch (error) {
    const expected = error instanceof OverCapError || error instanceof MediaError;
    if (expected && !asker.signal.aborted) return null;
    throw error;
  }
}
