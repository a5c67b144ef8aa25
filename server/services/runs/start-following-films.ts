import type { BusEvent, EventPayload } from '#contract/events.ts';
import { filmChoicesSchema } from '#contract/film-choices.ts';
import { filmOptionsOf } from '#film/styles/film-options.ts';
import { processingInputSchema } from '#contract/jobs/processing.ts';
import type { MusicMood } from '#contract/music-moods.ts';
import type { Language } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import { transact } from '#core/bus/transact.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { createRunMailer } from '#core/mail/mail.ts';
import { withinCaps } from '#core/repositories/account/holdings.ts';
import { findUser } from '#core/repositories/account/users.ts';
import { type DueFilm, findDueFilms, settleFilm } from '#core/repositories/films/following-films.ts';
import { addNotices, lockProject, publishChange } from '#core/repositories/projects/projects.ts';
import { findActiveRun, findRun } from '#core/repositories/runs/runs.ts';
import { startRun } from '#core/runs/start-run.ts';
import { freezeFilm } from '../films/freeze-film.ts';
import { styleFilm } from '../films/style-film.ts';
import { addMusicOfMood } from '../music/music-of-mood.ts';
import { ownProject } from '../ownership.ts';
import { type EngineNames, readEngineNames } from '../section-views/made-narrations.ts';
import { beginFilm } from './start-generation.ts';

/** How long to retry a film whose start fails for a reason that may pass, in seconds. */
const TRY_SECONDS = 600;
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'too_many_requests', 'internal']);

/** Whether an event reports the end of a processing that is followed by a film. */
export function makesFilmDue({ type, payload }: BusEvent): boolean {
  return type === 'run.completed' && (payload as EventPayload<'run.completed'>).run.film === 'planned';
}

/** Starts the films that follow completed processings. */
export interface FilmStarter {
  /**
   * Starts the films that are due, and resolves when all of them have been tried. It may be called at any
   * time and by any number of nodes: each film is started once.
   */
  wake(): Promise<void>;
  /** Stops downloading music, and resolves when no film is being started. */
  stop(): Promise<void>;
}

export function createFilmStarter(backend: Backend): FilmStarter {
  const { db, log } = backend;
  /** By the ID of the processing run. */
  const starting = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const start = (due: DueFilm): Promise<void> => {
    const { runId } = due;
    const trial = startOrRefuse(backend, due, stopping.signal)
      .catch((error: Error) => log.warn({ runId, err: error.message }, 'film neither started nor refused'))
      .finally(() => starting.delete(runId));
    starting.set(runId, trial);
    return trial;
  };
  return {
    async wake() {
      const due = await findDueFilms(db).catch((error: Error): DueFilm[] => {
        log.warn({ err: error.message }, 'due films not read');
        return [];
      });
      await Promise.all(due.filter(({ runId }) => !starting.has(runId)).map(start));
    },
    async stop() {
      stopping.abort();
      await Promise.all(starting.values());
    },
  };
}

async function startOrRefuse(backend: Backend, due: DueFilm, signal: AbortSignal): Promise<void> {
  try {
    await startFilm(backend, due, signal);
  } catch (error) {
    // Another node, or this one after its restart, starts it.
    if (signal.aborted) return;
    const appError = error instanceof AppError ? error : null;
    if (!appError) backend.log.error({ runId: due.runId, err: (error as Error).message }, 'film not started');
    const mayPass = appError === null || PASSING.has(appError.code);
    if (mayPass && due.waitedSeconds < TRY_SECONDS) return;
    await refuseFilm(backend, due, appError?.message ?? 'Something went wrong.');
  }
}

/** @throws AppError of the film's start, which leaves the film due */
async function startFilm(backend: Backend, due: DueFilm, signal: AbortSignal): Promise<void> {
  const { runId, projectId, userId } = due;
  const { film } = processingInputSchema.parse(due.input);
  if (!film) return;
  if (film.music) await addMusic(backend, due, film.music, signal);
  const { caps } = backend.config;
  const engines = await readEngineNames(backend);
  const started = await startRun(backend, 'generation', { userId }, async (trx, begin) => {
    const project = await ownProject(trx, projectId, userId, true);
    if (!(await settleFilm(trx, due, 'started'))) return { runId };
    // The creator was faster.
    const active = await findActiveRun(trx, projectId, 'generation');
    if (active) return { runId: active.id };
    const own = { userId, projectIds: [projectId] };
    await withinCaps(trx, caps, own, () => styleFilm(trx, project, film));
    const input = await freezeStyled(trx, { userId, projectId }, film.language, engines);
    return beginFilm(trx, begin, { userId, projectId, caps }, input);
  });
  if (started.runId !== runId) backend.tracing.recordFilm(runId, started.runId);
}

/**
 * Adds music of a mood before the film starts. If none is found, the film is made without, and a notice
 * contains the reason.
 */
async function addMusic(
  backend: Backend,
  { userId, projectId }: DueFilm,
  mood: MusicMood,
  signal: AbortSignal,
): Promise<void> {
  try {
    await addMusicOfMood(backend, { userId, signal }, { projectId }, { mood });
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError) || error.code === 'not_found') throw error;
    const notice = `The film has no music. ${error.message}`;
    await transact(backend, async (trx) => {
      await addNotices(trx, projectId, [notice]);
      publishChange(trx, userId, projectId);
    });
  }
}

/** Freezes a project's film with the options that its style chose. */
async function freezeStyled(
  trx: Executor,
  { userId, projectId }: Pick<DueFilm, 'userId' | 'projectId'>,
  language: Language,
  { translates, encoder }: EngineNames,
) {
  const project = await ownProject(trx, projectId, userId);
  const { settings } = (await findUser(trx, userId))!;
  const chosen = filmChoicesSchema.parse(project.filmChoices);
  const { gender, speaker, ...options } = filmOptionsOf(chosen, undefined, settings.defaultVideoQuality);
  return freezeFilm(trx, project, { ...options, language }, { translates, encoder, gender, speaker });
}

/**
 * Refuses a film. The sections stay, and the reason is among the project's notices, beside the button that
 * generates the film.
 */
async function refuseFilm(backend: Backend, due: DueFilm, reason: string): Promise<void> {
  const { runId, projectId, userId } = due;
  await transact(backend, async (trx) => {
    await lockProject(trx, projectId);
    if (!(await settleFilm(trx, due, 'refused'))) return;
    publishChange(trx, userId, projectId);
    const notice = `The film was not started. ${reason} Click Generate Video to try again.`;
    await addNotices(trx, projectId, [notice]);
    const run = await findRun(trx, runId);
    if (run) await createRunMailer(backend)(trx, run);
  });
}
