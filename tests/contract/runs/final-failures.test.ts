import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db, engine } = backend;

/**
 * Inserts a processing run in which the fetch of each video failed with one of these codes. `null` leaves its
 * steps as they are.
 */
async function failFetching(codes: (string | null)[]) {
  const user = await createUser(backend, { packs: [2] });
  const call = async <T>(method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { cookie: user.cookie, 'idempotency-key': randomUUID() };
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json<T>() };
  };
  const videoIds = await createVideos(backend, codes.length);
  const request = { videoIds, projectTitle: 'Files' };
  const started = await call<{ projectId: string; runId: string }>('POST', '/api/projects/process', request);
  const { projectId, runId } = started.body;
  for (const [index, code] of codes.entries()) {
    if (code === null) continue;
    await db
      .updateTable('runSteps')
      .set({ state: 'failed', errorCode: code, errorMessage: `It is ${code}.` })
      .where('runId', '=', runId)
      .where('key', '=', `fetch-media-${index}`)
      .execute();
  }
  await engine.advance(runId);
  const run = async () => (await call<Run>('GET', `/api/runs/${runId}`)).body;
  const failedVideos = async () =>
    (await call<Project>('GET', `/api/projects/${projectId}`)).body.failedVideos;
  return { call, projectId, runId, videoIds, run, failedVideos };
}

describe('a failed run', () => {
  // product 4.87
  it.each(['not_media', 'unsupported', 'too_large', 'truncated', 'too_long', 'page'])(
    'cannot be fixed by a retry if its only video is %s',
    async (code) => {
      const { run } = await failFetching([code]);
      expect(await run()).toMatchObject({ status: 'failed', errorCode: code, retryable: false });
    },
  );

  it.each(['unreachable', 'failed', 'timeout', 'disk_full', 'over_cap', 'engine_failed'])(
    'may be fixed by a retry after the code %s',
    async (code) => {
      const { run } = await failFetching([code]);
      expect(await run()).toMatchObject({ status: 'failed', retryable: true });
    },
  );

  it('may be fixed by a retry if that can help one of its videos', async () => {
    const { run } = await failFetching(['not_media', 'unreachable']);
    expect(await run()).toMatchObject({ status: 'failed', errorCode: 'not_media', retryable: true });
  });

  it('cannot be fixed by a retry if all its videos are unusable', async () => {
    const { run } = await failFetching(['not_media', 'truncated']);
    expect(await run()).toMatchObject({ status: 'failed', retryable: false });
  });
});

describe('failed videos of a project', () => {
  /** Simulates a run in which another video succeeded. */
  async function complete(codes: string[]) {
    const failed = await failFetching([...codes, null]);
    await db.updateTable('runs').set({ status: 'completed' }).where('id', '=', failed.runId).execute();
    return failed;
  }

  // product 4.87
  it('failed videos of a project are retried without those that can never be used', async () => {
    const { call, projectId, videoIds, failedVideos } = await complete(['not_media', 'unreachable']);
    expect(await failedVideos()).toMatchObject([
      { id: videoIds[0], message: 'It is not_media.', retryable: false },
      { id: videoIds[1], message: 'It is unreachable.', retryable: true },
    ]);
    const retried = await call<Run>('POST', `/api/projects/${projectId}/videos/retry`);
    const { input } = await db
      .selectFrom('runs')
      .select('input')
      .where('id', '=', retried.body.id)
      .executeTakeFirstOrThrow();
    expect(input).toMatchObject({ videoIds: [videoIds[1]] });
  });

  it('failed videos of a project are not retried if none can ever be used', async () => {
    const { call, projectId } = await complete(['not_media']);
    const { status, body } = await call<{ message: string }>(
      'POST',
      `/api/projects/${projectId}/videos/retry`,
    );
    expect([status, body.message]).toEqual([
      409,
      'These files can never be used. Please choose other videos.',
    ]);
  });
});
