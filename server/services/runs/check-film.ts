import { checkResultSchema, type FilmCheck } from '#contract/film-check.ts';
import type { Run } from '#contract/runs.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/errors.ts';
import { findCheck } from '#core/repositories/runs/film-checks.ts';
import type { Film } from '#core/repositories/projects/films.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { startRun } from '#core/runs/start-run.ts';
import { type FilmWish, findFilm } from '../projects/find-film.ts';
import { ownProject } from '../ownership.ts';

/** The newest check of a film, and what it found. @throws AppError `not_found` */
export async function readFilmCheck(db: Executor, wish: FilmWish): Promise<FilmCheck> {
  await ownProject(db, wish.projectId, wish.userId);
  const film = await findFilm(db, wish);
  const check = film && (await findCheck(db, film));
  if (!check) return { run: null, result: null };
  const { run } = (await findRun(db, check.id))!;
  const isDone = run.status === 'completed';
  return { run, result: isDone ? checkResultSchema.parse(check.result) : null };
}

/**
 * Checks a film for free, as its generation does by itself; one that is being checked is not checked twice.
 * @throws AppError `not_found`
 */
export async function checkFilm(backend: Backend, wish: FilmWish): Promise<Run> {
  const { userId, projectId } = wish;
  const { runId } = await startRun(backend, 'checking', { userId }, async (trx, begin) => {
    await ownProject(trx, projectId, userId, true);
    const film = await findFilm(trx, wish);
    if (!film) throw new AppError('not_found', 'There is no film to check yet.');
    const check = await findCheck(trx, film);
    if (check?.isActive) return { runId: check.id };
    return { runId: await begin({ projectId, input: inputOf(film), language: film.language }) };
  });
  return (await findRun(backend.db, runId))!.run;
}

const inputOf = ({ language, artifactKey, runId, result }: Film) => ({
  language,
  artifactKey,
  generationId: runId,
  durationMs: result.durationMs,
});
