import type { Share, SharePatch } from '#contract/sharing.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { transact } from '#core/bus/transact.ts';
import {
  findFilms,
  findSharedProjectIds,
  setFilmShareToken,
  setShareTerms,
  type Film,
} from '#core/repositories/projects/films.ts';
import { removeShareToken } from '#core/repositories/links/project-links.ts';
import { findProjects, type ProjectRow, publishChange } from '#core/repositories/projects/projects.ts';
import type { FilmSelector } from '../projects/find-film.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { hashPassword } from './password.ts';
import { ensureLink, olderShared, shareLinks } from '../films/share.ts';

type Parts = Pick<Backend, 'db' | 'bus'>;

/** The message for a project without a film (product.md 5.24). */
const NOTHING_TO_SHARE =
  'Video is not available for sharing or still being generated. Please try again later.';
const NOT_SHARED = 'This video is not shared any more. Share it again for a new link.';
/** The latest end of a link, in days from now. */
const MAX_DAYS = 3660;
const DAY_MS = 86_400_000;

function viewShare(project: ProjectRow, films: Film[], film: Film): Share | null {
  const { shareUrl, watchUrl } = shareLinks(project, films, film);
  if (!shareUrl || !watchUrl) return null;
  return {
    watchUrl,
    url: shareUrl,
    projectId: project.id,
    title: project.title,
    language: film.language,
    expiresAt: film.share.expiresAt?.toISOString() ?? null,
    hasPassword: film.share.password !== null,
    downloads: film.share.downloads,
    embedOrigins: film.share.embedOrigins,
    embed: { url: `${watchUrl}/embed`, width: film.result.width, height: film.result.height },
  };
}

/** A user's films that have a public link, newest first. */
export async function listShares({ db }: Pick<Backend, 'db'>, { userId }: Caller): Promise<Share[]> {
  const ids = await findSharedProjectIds(db, userId);
  const [projects, films] = await Promise.all([findProjects(db, ids), findFilms(db, ids)]);
  const byId = new Map(projects.map((project) => [project.id, project]));
  return films.flatMap((film) => {
    const project = byId.get(film.projectId);
    const ofProject = films.filter(({ projectId }) => projectId === film.projectId);
    return (project && viewShare(project, ofProject, film)) ?? [];
  });
}

/**
 * Returns the public link of a film, by default the newest one, with these terms. A new link has them before
 * anyone can open it. An existing link retains the terms that are not named.
 * @throws AppError `not_found`; `conflict` if there is no film; `unprocessable` for an expiry in the past
 */
export function shareFilm(
  backend: Parts,
  caller: Caller,
  ids: ProjectId,
  { language, ...terms }: FilmSelector & SharePatch,
): Promise<Share> {
  return writeTerms(backend, caller, { ...ids, language }, terms, async (trx, { project, films, film }) => {
    if (!film) throw new AppError('conflict', NOTHING_TO_SHARE);
    await ensureLink(trx, project, films, film);
    return film;
  });
}

/**
 * Changes the terms of a film's link, from the next request on.
 * @throws AppError `not_found`; `conflict` if it is not shared; `unprocessable` for an expiry in the past
 */
export function updateShare(
  backend: Parts,
  caller: Caller,
  ids: ProjectId,
  { language, ...patch }: FilmSelector & SharePatch,
): Promise<Share> {
  return writeTerms(backend, caller, { ...ids, language }, patch, async (_trx, { project, films, film }) => {
    if (!film || !shareLinks(project, films, film).watchUrl) throw new AppError('conflict', NOT_SHARED);
    return film;
  });
}

interface Shareable {
  project: ProjectRow;
  /** All films of the project, newest first. */
  films: Film[];
  film: Film | undefined;
}

/** Writes the given terms of the link of the film that `findLinked` returns. */
async function writeTerms(
  backend: Parts,
  { userId }: Caller,
  { projectId, language }: ProjectId & FilmSelector,
  patch: SharePatch,
  findLinked: (trx: Executor, shareable: Shareable) => Promise<Film>,
): Promise<Share> {
  const expiresAt = patch.expiresAt ? new Date(patch.expiresAt) : null;
  // A request for another user's project is refused before anything is computed for it.
  await ownProject(backend.db, projectId, userId);
  if (expiresAt) refuseEnd(expiresAt);
  const password = patch.password ? await hashPassword(patch.password) : null;
  return transact(backend, async (trx) => {
    const project = await ownProject(trx, projectId, userId, true);
    publishChange(trx, userId, projectId);
    const films = await findFilms(trx, [projectId]);
    const requested = language ? films.find((candidate) => candidate.language === language) : films[0];
    const film = await findLinked(trx, { project, films, film: requested });
    if (Object.keys(patch).length === 0) return viewShare(project, films, film)!;
    if (film.shareToken === null && olderShared(project, films) === film) {
      // The terms belong to the film, so a link from before films had their own becomes this film's.
      film.shareToken = project.shareToken!;
      await removeShareToken(trx, projectId);
      await setFilmShareToken(trx, film, film.shareToken);
    }
    const { share } = film;
    film.share = {
      expiresAt: patch.expiresAt === undefined ? share.expiresAt : expiresAt,
      password: patch.password === undefined ? share.password : password,
      downloads: patch.downloads ?? share.downloads,
      embedOrigins: patch.embedOrigins ? [...new Set(patch.embedOrigins)] : share.embedOrigins,
    };
    await setShareTerms(trx, film, film.share);
    return viewShare({ ...project, shareToken: null }, films, film)!;
  });
}

function refuseEnd(at: Date): void {
  const remainingMs = at.getTime() - Date.now();
  if (remainingMs <= 0) throw new AppError('unprocessable', 'Choose an expiry date in the future.');
  if (remainingMs > MAX_DAYS * DAY_MS)
    throw new AppError('unprocessable', 'Choose an expiry date within ten years.');
}
