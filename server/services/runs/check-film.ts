import { checkResultSchema, type FilmCheck } from '#contract/film-check.ts';
import type { Run } from '#contract/runs.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { findCheck } from '#core/repositories/runs/film-checks.ts';
import type { Film } from '#core/repositories/projects/films.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { startRun } from '#core/runs/start-run.ts';
import { type FilmSelector, findFilm } from '../projects/find-film.ts';
import { ownProject } from '../ownership.ts';

/** Returns the newest check of a film, with its findings. @throws AppError `not_found` */
export async function readFilmCheck(db: Executor, selector: FilmSelector): Promise<FilmCheck> {
  await ownProject(db, selector.projectId, selector.userId);
  const film = await findFilm(db, selector);
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
export async function checkFilm(backend: Backend, selector: FilmSelector): Promise<Run> {
  const { userId, projectId } = selector;
  const { runId } = await startRun(backend, 'checking', { userId }, async (trx, begin) => {
    await ownProject(trx, projectId, userId, true);
    const film = await findFilm(trx, selector);
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
