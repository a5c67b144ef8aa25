import { checkResultSchema, type FilmCheck } from '#contract/film-check.ts';
import type { Run } from '#contract/runs.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { findCheck } from '#core/repositories/runs/film-checks.ts';
import type { Film } from '#core/repositories/projects/films.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { startRun } from '#core/runs/start-run.ts';
import { type FilmSelector, findFilm } from '../projects/find-film.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { readRun } from './own-runs.ts';

/** Returns the newest check of a film, with its findings. @throws AppError `not_found` */
export async function readFilmCheck(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { projectId }: ProjectId,
  { language }: FilmSelector,
): Promise<FilmCheck> {
  await ownProject(db, projectId, userId);
  const film = await findFilm(db, { projectId }, { language });
  const check = film && (await findCheck(db, film));
  if (!check) return { run: null, result: null };
  const { run } = (await findRun(db, check.id))!;
  const isDone = run.status === 'completed';
  return { run, result: isDone ? checkResultSchema.parse(check.result) : null };
}

/**
 * Checks a film for free, as its generation does automatically. If it is being checked already, returns that
 * run.
 * @throws AppError `not_found`
 */
export async function startChecking(
  backend: Backend,
  caller: Caller,
  { projectId }: ProjectId,
  { language }: FilmSelector,
): Promise<Run> {
  const { userId } = caller;
  const { runId } = await startRun(backend, 'checking', { userId }, async (trx, begin) => {
    await ownProject(trx, projectId, userId, true);
    const film = await findFilm(trx, { projectId }, { language });
    if (!film) throw new AppError('not_found', 'There is no film to check yet.');
    const check = await findCheck(trx, film);
    if (check?.isActive) return { runId: check.id };
    return { runId: await begin({ projectId, input: inputOf(film), language: film.language }) };
  });
  return readRun(backend, caller, { runId });
}

const inputOf = ({ language, artifactKey, runId, result }: Film) => ({
  language,
  artifactKey,
  generationId: runId,
  durationMs: result.durationMs,
});
