import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Language } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import { transact } from '#core/bus/transact.ts';
import type { Executor } from '#core/db/database.ts';
import {
  type Film,
  findFilms,
  removeFilmShareTokens,
  setFilmShareToken,
} from '#core/repositories/projects/films.ts';
import { endLinks, findSharedProject, removeShareToken } from '#core/repositories/links/project-links.ts';
import { type ProjectRow, publishChange } from '#core/repositories/projects/projects.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';

const SECRET_BYTES = 32;
const ID_BYTES = 16;
const TOKEN = /^[\w-]{64}$/;

type SharedFilm = Pick<Film, 'language' | 'shareToken'>;
type Links = Pick<ProjectRow, 'id' | 'title' | 'shareToken' | 'shareLanguage'>;

/** Returns the token of a link: its project, and the secret that opens it. 64 characters, safe in a URL. */
function tokenOf(projectId: string, secret: string): string {
  const id = Buffer.from(projectId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, Buffer.from(secret, 'base64url')]).toString('base64url');
}

/** Returns the film that a project's older link opens, from before films had their own links. */
export function olderShared<F extends SharedFilm>(project: Links, films: F[]): F | undefined {
  if (project.shareToken === null) return undefined;
  if (project.shareLanguage === null) return films[0];
  return films.find(({ language }) => language === project.shareLanguage);
}

/** A film's public link as paths: to the file, and to the page. The product's page prepends its origin. */
export interface ShareLinks {
  shareUrl: string | null;
  watchUrl: string | null;
}

/**
 * Returns the public link of a film; `null` fields if it is not shared. `films` are all films of the project,
 * newest first.
 */
export function shareLinks<F extends SharedFilm>(project: Links, films: F[], film: F): ShareLinks {
  const secret = film.shareToken ?? (olderShared(project, films) === film ? project.shareToken : null);
  if (!secret) return { shareUrl: null, watchUrl: null };
  const token = tokenOf(project.id, secret);
  return { shareUrl: filmPath(token, project.title), watchUrl: watchPath(token) };
}

export const watchPath = (token: string) => `/media/share/${token}`;

/** Returns the path of a link's film as a file named after its title. */
export function filmPath(token: string, title: string): string {
  return `${watchPath(token)}/${encodeURIComponent(`${title.replaceAll(/[/\\]/g, ' ')}.mp4`)}`;
}

/** Creates a public link for a film unless it has one. `films` are all films of the project, newest first. */
export async function ensureLink(trx: Executor, project: Links, films: Film[], film: Film): Promise<void> {
  if (shareLinks(project, films, film).watchUrl) return;
  film.shareToken = randomBytes(SECRET_BYTES).toString('base64url');
  await setFilmShareToken(trx, film, film.shareToken);
}

/**
 * Permanently revokes the link of the film in this language, or all links of the project. Sharing again
 * creates a new link.
 * @throws AppError `not_found`
 */
export async function unshareFilm(
  backend: Pick<Backend, 'db' | 'bus'>,
  { userId }: Caller,
  { projectId }: ProjectId,
  { language }: { language?: Language | undefined },
): Promise<void> {
  await transact(backend, async (trx) => {
    const project = await ownProject(trx, projectId, userId, true);
    publishChange(trx, userId, projectId);
    const films = await findFilms(trx, [projectId]);
    const ended = films.filter((film) => language === undefined || film.language === language);
    const older = olderShared(project, films);
    if (language === undefined || (older && ended.includes(older))) await removeShareToken(trx, projectId);
    // A copied link that is valid for an hour ends too.
    await endLinks(trx, projectId);
    if (ended.length > 0) {
      await removeFilmShareTokens(
        trx,
        projectId,
        ended.map((film) => film.language),
      );
    }
  });
}

/** The project and film that a link opens. */
export interface SharedView {
  project: Pick<ProjectRow, 'id' | 'title' | 'description' | 'userId'>;
  film: Film;
  /** All films of the project, newest first. */
  films: Film[];
}

/** Returns the newest film that a link's token opens; `undefined` for any invalid link. */
export async function findSharedFilm(db: Executor, token: string): Promise<SharedView | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // The ID finds the rows, so no index is searched for the secret, which is compared in constant time.
  const project = await findSharedProject(db, uuidOf(bytes.subarray(0, ID_BYTES)));
  if (!project) return undefined;
  const films = await findFilms(db, [project.id]);
  const opens = (secret: string | null) =>
    secret !== null && timingSafeEqual(bytes.subarray(ID_BYTES), Buffer.from(secret, 'base64url'));
  const film =
    films.find(({ shareToken }) => opens(shareToken)) ??
    (opens(project.shareToken) ? olderShared(project, films) : undefined);
  return film && { project, film, films };
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
