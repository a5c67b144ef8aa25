import { randomUUID } from 'node:crypto';
import { isEnough, tooShort, usableMs } from '#film/drafts/material.ts';
import type { ProcessRequest } from '#contract/projects.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Guard } from '#core/guard/guard.ts';
import type { Backend } from '#core/backend.ts';
import { refuseContentOver, refuseLinksOver } from '#core/repositories/account/holdings.ts';
import { insertProject } from '#core/repositories/projects/projects.ts';
import { findVideos, type VideoRow } from '#core/repositories/media/videos.ts';
import { tooLongTogether } from '#core/runs/kinds/processing.ts';
import { startRun } from '#core/runs/start-run.ts';
import type { KeyedCaller } from '../caller.ts';
import { describeVideos } from '../films/film-description.ts';
import { storeLinks } from '../links.ts';

/**
 * Creates a project from videos and starts its processing, for a credit.
 * @throws AppError `unknown_video` naming the IDs, before a credit is touched; `not_enough_credits`;
 * `over_budget` of the API key; `unprocessable` if there are too many videos, or they are too long in total,
 * or too short for the requested film, or the account has reached a cap
 */
export async function startProcessing(
  backend: Backend,
  caller: KeyedCaller,
  request: ProcessRequest,
): Promise<{ projectId: string; runId: string }> {
  const { config } = backend;
  const { idempotencyKey: key, ...user } = caller;
  const { userId } = user;
  refuseTooMany(request.videoIds.length, config.maxVideos);
  const call = { scope: 'process', key, request };
  return startRun(backend, 'processing', { ...user, call }, async (trx, begin) => {
    const byId = await selectedVideos(trx, backend.sources.guard, userId, request);
    // Each video once, in the order of selection.
    const videos = [...new Map([...byId.values()].map((video) => [video.id, video])).values()];
    refuseTooLong(videos, config.maxTotalMs);
    refuseTooShort(videos, request);
    const title = request.projectTitle;
    const videoIds = videos.map((video) => video.id);
    const projectId = randomUUID();
    const description = describeVideos(videos.map((video) => video.title));
    const searchWords = request.words ?? request.draft?.words ?? null;
    const project = { id: projectId, userId, title, description, videoIds, searchWords };
    const writeFirst = () => insertProject(trx, project);
    const { draft, film } = request;
    const input = {
      videoIds,
      ...spokenIn(byId, request),
      ...(draft && { draft }),
      ...(film && { film }),
    };
    const runId = await begin({ projectId, input, writeFirst });
    await refuseLinksOver(trx, config.caps, userId);
    await refuseContentOver(trx, config.caps, { userId, projectIds: [projectId] });
    return { projectId, runId };
  });
}

/** Returns the videos by the IDs of the request, in its order. A new link becomes a video of the user. */
async function selectedVideos(
  trx: Executor,
  guard: Guard,
  userId: string,
  { videoIds: ids, links = [] }: ProcessRequest,
): Promise<Map<string, VideoRow>> {
  const existing = await findVideos(trx, ids, userId);
  const byId = new Map(existing.map((video) => [video.id, video]));
  const newLinks = links.filter(({ id }) => ids.includes(id) && !byId.has(id));
  for (const [id, video] of await storeLinks(trx, guard, userId, newLinks)) byId.set(id, video);
  const unknown = ids.filter((id) => !byId.has(id));
  if (unknown.length > 0) {
    throw new AppError('unknown_video', `There is no video ${unknown.join(', ')}. Please search again.`, {
      unknown,
    });
  }
  return new Map(ids.map((id) => [id, byId.get(id)!]));
}

/** Returns the languages that the request names, by the IDs of the videos. */
function spokenIn(byId: ReadonlyMap<string, VideoRow>, { spoken = {} }: ProcessRequest) {
  const named = Object.entries(spoken).flatMap(([id, language]) => {
    const video = byId.get(id);
    return video && language !== 'auto' ? [[video.id, language] as const] : [];
  });
  return named.length > 0 ? { spoken: Object.fromEntries(named) } : {};
}

function refuseTooMany(count: number, most: number): void {
  if (count <= most) return;
  throw new AppError('unprocessable', `A compilation can have up to ${most} videos. Select fewer.`);
}

function refuseTooLong(videos: VideoRow[], maxMs: number): void {
  const totalMs = videos.reduce((sum, video) => sum + video.durationMs, 0);
  if (totalMs <= maxMs) return;
  throw new AppError('unprocessable', tooLongTogether(maxMs));
}

/** A video of unknown length may be long enough. */
function refuseTooShort(videos: VideoRow[], { draft, film }: ProcessRequest): void {
  if (!draft || !film || videos.some((video) => video.durationMs === 0)) return;
  const materialMs = usableMs(videos.map((video) => video.durationMs));
  if (isEnough(materialMs, draft.minutes)) return;
  throw new AppError('unprocessable', tooShort(materialMs, draft.minutes));
}
