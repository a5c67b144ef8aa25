import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Executor } from '#node/db/database.ts';
import { AppError } from '#node/errors.ts';
import { type Film, findFilms } from '#node/repositories/films.ts';
import {
  findOwnProject,
  findSharedProject,
  type ProjectRow,
  removeShareToken,
  setShareToken,
} from '#node/repositories/projects.ts';

/** SPEC 5's sentence for a project without a film. */
const NOTHING_TO_SHARE =
  'Video is not available for sharing or still being generated. Please try again later.';
const SECRET_BYTES = 32;
const ID_BYTES = 16;
const TOKEN = /^[\w-]{64}$/;

/** What a link says: whose film it is, and the secret that opens it. 64 letters, safe in a URL. */
function tokenOf(projectId: string, secret: string): string {
  const id = Buffer.from(projectId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, Buffer.from(secret, 'base64url')]).toString('base64url');
}

/** The path of a project's public link; null when it is not shared. The page puts its own origin before it. */
export function shareUrl(project: Pick<ProjectRow, 'id' | 'title' | 'share_token'>): string | null {
  if (!project.share_token) return null;
  const name = encodeURIComponent(`${project.title.replaceAll(/[/\\]/g, ' ')}.mp4`);
  return `/media/share/${tokenOf(project.id, project.share_token)}/${name}`;
}

/**
 * Opens a project's one public link; the link it has already when it is shared.
 * @throws AppError not_found, or conflict when there is no film
 */
export async function shareProject(db: Database, userId: string, projectId: string): Promise<string> {
  const project = await findOwnProject(db, projectId, userId);
  if (!project) throw new AppError('not_found', 'There is no such project.');
  const [film] = await findFilms(db, [projectId]);
  if (!film) throw new AppError('conflict', NOTHING_TO_SHARE);
  const secret = await setShareToken(db, projectId, randomBytes(SECRET_BYTES).toString('base64url'));
  return shareUrl({ ...project, share_token: secret })!;
}

/**
 * Ends the link for good: sharing again makes another one.
 * @throws AppError not_found
 */
export async function unshareProject(db: Database, userId: string, projectId: string): Promise<void> {
  const project = await findOwnProject(db, projectId, userId);
  if (!project) throw new AppError('not_found', 'There is no such project.');
  await removeShareToken(db, projectId);
}

/** The newest film of the project that a link's token opens; undefined when it opens nothing, for whatever reason. */
export async function findSharedFilm(
  db: Executor,
  token: string,
): Promise<{ title: string; film: Film } | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // The id finds the row, so that no index is searched for the secret: its comparison takes the same time always.
  const project = await findSharedProject(db, uuidOf(bytes.subarray(0, ID_BYTES)));
  const secret = project && Buffer.from(project.share_token, 'base64url');
  if (!secret || !timingSafeEqual(bytes.subarray(ID_BYTES), secret)) return undefined;
  const [film] = await findFilms(db, [project.id]);
  return film && { title: project.title, film };
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
