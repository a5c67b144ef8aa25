import { isDeepStrictEqual } from 'node:util';
import {
  MAX_CHANNEL_TITLE,
  NOT_CONNECTED,
  type PublishProposal,
  type PublishRequest,
} from '#contract/channel.ts';
import type { PublishingInput } from '#contract/jobs/publishing.ts';
import { shortened } from '#text/letters/letters.ts';
import type { Language } from '#contract/primitives.ts';
import type { Run } from '#contract/runs.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { findChannel } from '#core/repositories/account/channels.ts';
import { type Film, findFilms, findFilmSections } from '#core/repositories/projects/films.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';
import { findPublished } from '#core/repositories/projects/publications.ts';
import { captionLanguages } from '#core/film-captions/film-captions.ts';
import { findActiveRun } from '#core/repositories/runs/runs.ts';
import { startRun } from '#core/runs/start-run.ts';
import { contentOf, creditsOf, describeFilm, lineCreditsOf } from '../films/film-description.ts';
import type { Caller, KeyedCaller, ProjectId } from '../caller.ts';
import { filmPoster } from '../media/film-poster.ts';
import { ownProject } from '../ownership.ts';
import { readRun } from './own-runs.ts';

/** How long the poster of a film may take, in ms. */
const POSTER_WITHIN_MS = 15_000;

/**
 * Returns the defaults for publishing a film.
 * @throws AppError `not_found` without the project or a film in this language
 */
export async function proposePublishing(
  { db }: Pick<Backend, 'db'>,
  caller: Caller,
  ids: ProjectId,
  { language }: { language: Language },
): Promise<PublishProposal> {
  const { project, film } = await findOwnFilm(db, caller, ids, { language });
  return propose(db, project, film);
}

async function propose(db: Executor, project: ProjectRow, film: Film): Promise<PublishProposal> {
  return {
    title: shortened(project.title, MAX_CHANNEL_TITLE),
    description: describeFilm(
      await contentOf(db, film, project),
      film.result.sections,
      await creditsOf(db, film),
      await lineCreditsOf(db, film),
    ),
    containsSyntheticMedia: (await findFilmSections(db, film)).some(({ narration }) => narration !== null),
  };
}

async function findOwnFilm(
  db: Executor,
  { userId }: Caller,
  { projectId }: ProjectId,
  { language, lock = false }: { language: Language; lock?: boolean },
): Promise<{ project: ProjectRow; film: Film; films: Film[] }> {
  const project = await ownProject(db, projectId, userId, lock);
  const films = await findFilms(db, [projectId]);
  const film = films.find((candidate) => candidate.language === language);
  if (!film) throw new AppError('not_found', 'There is no film in this language yet.');
  return { project, film, films };
}

/**
 * Starts publishing a film to its user's channel. While an equal run is active, returns that run.
 * @throws AppError `not_found`; `forbidden` without a channel; `conflict` while another film of the project
 * is being published, and for a film that is already published, unless it is forced; `unprocessable` for a
 * time in the past
 */
export async function publishFilm(
  backend: Backend,
  caller: KeyedCaller,
  { projectId }: ProjectId,
  request: PublishRequest,
): Promise<Run> {
  const { userId, idempotencyKey: key } = caller;
  const { publishAt } = request;
  if (publishAt !== undefined && Date.parse(publishAt) <= Date.now()) {
    throw new AppError('unprocessable', 'Choose a time in the future.');
  }
  const poster = await posterOf(backend, caller, { projectId }, request);
  const call = { scope: 'publish', key, request: { projectId, ...request } };
  const { runId } = await startRun(backend, 'publishing', { userId, call }, async (trx, begin) => {
    const { language } = request;
    const own = await findOwnFilm(trx, caller, { projectId }, { language, lock: true });
    const { project, film, films } = own;
    const channel = await findChannel(trx, userId);
    if (!channel) throw new AppError('forbidden', NOT_CONNECTED);
    const { channelId } = channel;
    const proposal = await propose(trx, project, film);
    const captions = captionLanguages(film, films);
    const input: PublishingInput = {
      of: 'film',
      artifactKey: film.artifactKey,
      channelId,
      title: request.title ?? proposal.title,
      description: request.description ?? proposal.description,
      privacy: request.privacy,
      ...(publishAt !== undefined && { publishAt }),
      ...(request.tags?.length && { tags: request.tags }),
      ...((request.containsSyntheticMedia ?? proposal.containsSyntheticMedia) && {
        containsSyntheticMedia: true as const,
      }),
      language: film.language,
      ...(poster?.artifactKey === film.artifactKey && { poster: poster.objectKey }),
      ...(captions.length > 0 && { captions }),
    };
    const active = await findActiveRun(trx, projectId, 'publishing');
    if (active && isDeepStrictEqual(active.input, input)) return { runId: active.id };
    if (active) {
      throw new AppError(
        'conflict',
        'A film of this project is being published. Wait for it or cancel it first.',
      );
    }
    const published = (await findPublished(trx, projectId)).find(
      (row) => row.artifactKey === film.artifactKey && row.channelId === channelId,
    );
    if (published && !request.force) {
      const url = backend.config.channel.watchUrl + published.youtubeId;
      throw new AppError('conflict', 'This film is already on your channel.', { url });
    }
    return { runId: await begin({ projectId, input, language: film.language }) };
  });
  return readRun(backend, caller, { runId });
}

/**
 * Returns the poster of a film, which becomes its thumbnail. Returns `undefined` if it has none or it cannot be
 * made now, since a film is published without one too.
 */
async function posterOf(
  backend: Backend,
  caller: Caller,
  ids: ProjectId,
  { language }: { language: Language },
): Promise<{ artifactKey: string; objectKey: string } | undefined> {
  const { film } = await findOwnFilm(backend.db, caller, ids, { language });
  const { userId } = caller;
  if (!(await findChannel(backend.db, userId))) return undefined;
  const signal = AbortSignal.timeout(POSTER_WITHIN_MS);
  try {
    const poster = await filmPoster(backend, film, { userId, signal });
    return poster ? { artifactKey: film.artifactKey, objectKey: poster.objectKey } : undefined;
  } catch (error) {
    backend.log.warn({ err: (error as Error).message }, 'film published without its poster');
    return undefined;
  }
}
