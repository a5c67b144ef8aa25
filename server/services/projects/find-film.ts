import type { z } from 'zod';
import type { generationStatusSchema, NoFilm } from '#contract/generation.ts';
import type { Language } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { type Film, findFilms } from '#core/repositories/projects/films.ts';
import { findActiveRun, findNewestRuns } from '#core/repositories/runs/runs.ts';
import { FILM_LINK_TTL } from '#core/storage/signing.ts';
import type { LinkedCaller, ProjectId, WaitingCaller } from '../caller.ts';
import { filmPath } from '../media/film-poster.ts';
import { makeSound, SOUND_FILE } from '../media/film-sound.ts';
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

/**
 * Returns a link to a film's sound as a file, made when it is first requested.
 * @throws AppError `not_found`; `conflict` if the film or its file is missing; TryLaterError if too much work
 * is waiting
 */
export async function linkOfSound(
  backend: Backend,
  caller: LinkedCaller & WaitingCaller,
  { projectId }: ProjectId,
  { language }: FilmSelector,
): Promise<string> {
  const { userId, signer } = caller;
  const project = await ownProject(backend.db, projectId, userId);
  const film = await findFilm(backend.db, { projectId }, { language });
  const path = film && (await filmPath(backend, film));
  if (!film || !path) throw new AppError('conflict', 'There is no film yet. Generate it first.');
  const key = await makeSound(backend, caller, { film, path });
  const name = `${project.title}.m4a`;
  return signer.sign(project, { artifactKey: key, file: SOUND_FILE, name }, FILM_LINK_TTL);
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
