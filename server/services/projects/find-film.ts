import type { z } from 'zod';
import type { generationStatusSchema, NoFilm } from '#contract/generation.ts';
import type { Language } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { type Film, findFilms } from '#core/repositories/projects/films.ts';
import { findActiveRun, findNewestRuns } from '#core/repositories/runs/runs.ts';
import type { LinkedCaller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { filmLink } from './project-view.ts';

/** Selects a film of a project: the one in this language, otherwise the newest. */
export interface FilmSelector {
  language?: Language | undefined;
}

export async function findFilm(
  db: Executor,
  { projectId }: ProjectId,
  { language }: FilmSelector,
): Promise<Film | undefined> {
  const films = await findFilms(db, [projectId]);
  return language ? films.find((film) => film.language === language) : films[0];
}

/**
 * Returns a new link of a user's film.
 * @throws AppError `not_found`, with NoFilm as its details if the project exists
 */
export async function linkOfFilm(
  { db }: Pick<Backend, 'db'>,
  { userId, signer }: LinkedCaller,
  { projectId }: ProjectId,
  { language }: FilmSelector,
): Promise<string> {
  const project = await ownProject(db, projectId, userId);
  const film = await findFilm(db, { projectId }, { language });
  if (film) return filmLink(signer, project, film);
  const run = await findActiveRun(db, projectId, 'generation');
  const generating = run !== undefined && (language === undefined || run.language === language);
  const missing = language ? 'There is no film in this language yet.' : 'There is no film yet.';
  throw new AppError('not_found', missing, { generating } satisfies NoFilm);
}

/** Returns the state of a project's newest film. @throws AppError `not_found` */
export async function generationStatus(
  { db }: Pick<Backend, 'db'>,
  { userId, signer }: LinkedCaller,
  { projectId }: ProjectId,
  selector: FilmSelector,
): Promise<z.infer<typeof generationStatusSchema>> {
  const project = await ownProject(db, projectId, userId);
  const run = (await findNewestRuns(db, [project.id])).find(({ kind }) => kind === 'generation');
  if (!run) throw new AppError('not_found', 'No film has been started.');
  const { percentage, stage, message } = run;
  if (run.status === 'queued' || run.status === 'running') {
    return { status: 'processing', percentage, stage, message, finalVideoLink: null };
  }
  if (run.status !== 'completed') {
    return { status: 'failed', percentage, stage, message, finalVideoLink: null };
  }
  const language = selector.language ?? run.language ?? undefined;
  const film = await findFilm(db, { projectId }, { language });
  const finalVideoLink = film ? filmLink(signer, project, film) : null;
  return { status: 'completed', percentage, stage, message, finalVideoLink };
}
