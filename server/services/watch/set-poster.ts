import type { PosterChoice } from '#contract/poster.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { transact } from '#core/bus/transact.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { type Film, findFilms, setPosterKey } from '#core/repositories/projects/films.ts';
import { publishChange } from '#core/repositories/projects/projects.ts';
import { findFilm, type FilmSelector } from '../projects/find-film.ts';
import { posterLink } from '../projects/project-view.ts';
import type { LinkedCaller, ProjectId, WaitingCaller } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { attachUpload, findPreview } from '../uploads/attach-upload.ts';
import { filmPath, makePoster } from '../media/film-poster.ts';

const NO_FILM = 'There is no video yet.';

/**
 * Sets a film's poster, which stays when the film is generated again.
 * @returns the poster's link; `null` if it was removed
 * @throws AppError `not_found`; `conflict` without a film; `unprocessable` for a time or an upload without an
 * image; TryLaterError if too much work is waiting
 */
export async function setPoster(
  backend: Backend,
  caller: LinkedCaller & WaitingCaller,
  { projectId }: ProjectId,
  { language, poster }: FilmSelector & { poster: PosterChoice },
): Promise<{ poster: string | null }> {
  const { db } = backend;
  const { userId, signer } = caller;
  await ownProject(db, projectId, userId);
  const film = await findFilm(db, { projectId }, { language });
  if (!film) throw new AppError('conflict', NO_FILM);
  const key = await makeChosen(backend, caller, { projectId }, { film, poster });
  return transact(backend, async (trx) => {
    const project = await ownProject(trx, projectId, userId, true);
    publishChange(trx, userId, projectId);
    await setPosterKey(trx, film, key);
    const films = await findFilms(trx, [projectId]);
    const now = films.find((candidate) => candidate.language === film.language);
    if (!now) throw new AppError('conflict', NO_FILM);
    return { poster: posterLink(signer, project, now) };
  });
}

async function makeChosen(
  backend: Backend,
  caller: WaitingCaller,
  ids: ProjectId,
  { film, poster }: { film: Film; poster: PosterChoice },
): Promise<string | null> {
  const { userId, signal } = caller;
  try {
    if ('image' in poster) {
      const { objectId, kind, fetchKey } = await attachUpload(backend, caller, ids, {
        objectPath: poster.image,
      });
      if (kind !== 'image') throw new AppError('unprocessable', 'Please choose an image for the poster.');
      const path = await (await findPreview(backend, caller, { objectId })).open();
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
