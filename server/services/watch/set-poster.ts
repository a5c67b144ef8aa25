import type { PosterChoice } from '#contract/poster.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { transact } from '#core/bus/transact.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { type Film, findFilms, setPosterKey } from '#core/repositories/projects/films.ts';
import { type ProjectRow, publishChange } from '#core/repositories/projects/projects.ts';
import { findFilm, type FilmSelector } from '../projects/find-film.ts';
import { ownProject } from '../ownership.ts';
import { attachUpload, findPreview } from '../uploads/attach-upload.ts';
import { filmPath, makePoster } from '../media/film-poster.ts';

const NO_FILM = 'There is no video yet.';

/**
 * Sets a film's poster, which stays when the film is generated again.
 * @returns the updated film, and its project
 * @throws AppError `not_found`; `conflict` without a film; `unprocessable` for a time or an upload without an
 * image; TryLaterError if too much work is waiting
 */
export async function setPoster(
  backend: Backend,
  selector: FilmSelector & { signal: AbortSignal },
  poster: PosterChoice,
): Promise<{ film: Film; project: ProjectRow }> {
  const { db } = backend;
  const { userId, projectId } = selector;
  await ownProject(db, projectId, userId);
  const film = await findFilm(db, selector);
  if (!film) throw new AppError('conflict', NO_FILM);
  const key = await makeChosen(backend, film, poster, selector);
  return transact(backend, async (trx) => {
    const project = await ownProject(trx, projectId, userId, true);
    publishChange(trx, userId, projectId);
    await setPosterKey(trx, film, key);
    const films = await findFilms(trx, [projectId]);
    const now = films.find(({ language }) => language === film.language);
    if (!now) throw new AppError('conflict', NO_FILM);
    return { film: now, project };
  });
}

async function makeChosen(
  backend: Backend,
  film: Film,
  poster: PosterChoice,
  { userId, projectId, signal }: FilmSelector & { signal: AbortSignal },
): Promise<string | null> {
  try {
    if ('image' in poster) {
      const { objectId, kind, fetchKey } = await attachUpload(backend, userId, projectId, poster.image);
      if (kind !== 'image') throw new AppError('unprocessable', 'Please choose an image for the poster.');
      const path = await findPreview(backend, userId, objectId);
      return await makePoster(backend, { path, source: fetchKey, seekMs: null }, { userId, signal });
    }
    if (poster.at === null) return null;
    const seekMs = Math.round(poster.at * 1000);
    if (seekMs >= film.result.durationMs) {
      throw new AppError('unprocessable', 'The video is not that long.');
    }
    const path = await filmPath(backend, film);
    if (!path) throw new AppError('conflict', NO_FILM);
    return await makePoster(backend, { path, source: film.artifactKey, seekMs }, { userId, signal });
  } catch (error) {
    if (!(error instanceof MediaError) || signal.aborted) throw error;
    throw new AppError('unprocessable', 'Could not create an image from this.');
  }
}
