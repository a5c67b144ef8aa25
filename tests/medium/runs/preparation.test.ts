import { createHash, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { finishPreparation } from '#contract/jobs/preparation.ts';
import { fetchMedia, scanMedia } from '#contract/jobs/processing.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { addNotices, insertProject } from '#core/repositories/projects/projects.ts';
import { scanKeyOf } from '#core/repositories/projects/sections.ts';
import { setFetched } from '#core/repositories/media/videos.ts';
import { insertRun } from '#core/runs/start-run.ts';
import { handleFinishPreparation } from '../../../worker/handlers/finish-preparation.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db, engine } = backend;

const DURATION_MS = 20_000;

/** Returns the media of a video after it was fetched and scanned. */
async function media(videoId: string) {
  const sha256 = createHash('sha256').update(randomUUID()).digest('hex');
  const fetchKey = createHash('sha256').update(`fetch ${sha256}`).digest('hex');
  const template = await createProject(backend, (await createUser(backend)).id, { sections: 1 });
  const { data } = await db
    .selectFrom('artifacts')
    .select('data')
    .where('key', '=', template.sections[0]!.scanKey)
    .executeTakeFirstOrThrow();
  const base = { ownerId: null, files: [], version: 1 };
  const fetched = { sha256, bytes: 1, fileName: 'source.mp4' };
  const scan = { ...(data as object), durationMs: DURATION_MS };
  await insertArtifact(db, { ...base, key: fetchKey, job: fetchMedia.name, data: fetched });
  await insertArtifact(db, { ...base, key: scanKeyOf(sha256), job: scanMedia.name, data: scan });
  await setFetched(db, videoId, fetchKey);
  return { fetchKey, scanKey: scanKeyOf(sha256) };
}

async function waiting() {
  const user = await createUser(backend, { packs: [3] });
  const [good, bad] = await createVideos(backend, 2);
  const projectId = await insertProject(db, {
    userId: user.id,
    title: 'P',
    description: '',
    videoIds: [good!, bad!],
  });
  const range = async (videoId: string, position: number, [startMs, endMs]: [number, number]) =>
    (
      await db
        .insertInto('sections')
        .values({
          projectId,
          kind: 'analysed',
          position,
          title: 'S',
          videoId,
          startMs,
          endMs,
          startReason: 'start',
          endReason: 'end',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const ids = [
    await range(good!, 0, [1000, 9000]),
    await range(good!, 1, [15_000, 50_000]),
    await range(good!, 2, [30_000, 50_000]),
    await range(good!, 3, [0, 0]),
    await range(good!, 4, [0, 0]),
    await range(bad!, 5, [1000, 9000]),
  ];
  const runId = await insertRun(db, 'preparation', {
    userId: user.id,
    projectId,
    input: { videoIds: [good!, bad!], sections: false },
  });
  await engine.advance(runId);
  return { user, good: good!, projectId, runId, ids };
}

const ref = (runId: string, step: string) => ({ runId, step });
async function complete(runId: string, step: string, key: string) {
  await engine.begin(ref(runId, step));
  await engine.complete(ref(runId, step), { key, reused: false });
}
async function lose(runId: string, step: string, message: string) {
  await engine.begin(ref(runId, step));
  await engine.fail(ref(runId, step), { code: 'gone', message, retry: 'never' });
}
const project = (id: string) =>
  db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const statusOf = async (runId: string) =>
  (await db.selectFrom('runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status;

it('assigns media to the sections of successful videos, reports failures, and takes no credit', async () => {
  const { user, good, projectId, runId, ids } = await waiting();
  const keys = await media(good);
  // One section already has media, from an earlier version of the video.
  const earlier = await media(good);
  await setFetched(db, good, keys.fetchKey);
  const { fetchKey, scanKey } = earlier;
  await db.updateTable('sections').set({ fetchKey, scanKey }).where('id', '=', ids[3]!).execute();
  await complete(runId, 'fetch-media-0', keys.fetchKey);
  await lose(runId, 'fetch-media-1', 'The second video is gone.');
  await complete(runId, 'scan-media-0', keys.scanKey);
  const started = (await engine.begin(ref(runId, finishPreparation.name)))!;
  const result = await handleFinishPreparation({
    backend,
    run: started.run,
    input: finishPreparation.input.parse(started.step.input),
    dependencies: { 'scan-media-0': keys.scanKey, 'scan-media-1': null },
  } as unknown as Parameters<typeof handleFinishPreparation>[0]);
  await engine.complete(ref(runId, finishPreparation.name), result);

  expect(await statusOf(runId)).toBe('completed');
  const rows = await db
    .selectFrom('sections')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('position')
    .execute();
  expect(rows.map((row) => [row.scanKey, row.fetchKey, row.startMs, row.endMs])).toEqual([
    [keys.scanKey, keys.fetchKey, 1000, 9000],
    // A range never exceeds the video; a range outside the video, or an unknown one, becomes the whole video.
    [keys.scanKey, keys.fetchKey, 15_000, DURATION_MS],
    [keys.scanKey, keys.fetchKey, 0, DURATION_MS],
    [scanKey, fetchKey, 0, 0],
    [keys.scanKey, keys.fetchKey, 0, DURATION_MS],
    [null, null, 1000, 9000],
  ]);
  expect((await project(projectId)).notices).toEqual(['The second video is gone.']);
  const ledger = await db.selectFrom('creditEntries').select('kind').where('userId', '=', user.id).execute();
  expect(ledger).toEqual([{ kind: 'purchase' }]);
});

it('fails if no video succeeds, and can be retried', async () => {
  const { user, projectId, runId } = await waiting();
  await addNotices(db, projectId, ['The first video is gone.']);
  await lose(runId, 'fetch-media-0', 'The first video is gone.');
  await lose(runId, 'fetch-media-1', 'The second video is gone.');
  expect(await statusOf(runId)).toBe('failed');
  // Each sentence is added once, after the earlier ones.
  expect((await project(projectId)).notices).toEqual([
    'The first video is gone.',
    'The second video is gone.',
  ]);
  const answer = await app.inject({
    method: 'POST',
    url: `/api/runs/${runId}/retry`,
    headers: { cookie: user.cookie },
  });
  expect(answer.statusCode).toBe(200);
  const runs = await db
    .selectFrom('runs')
    .select(['kind', 'status'])
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .execute();
  expect(runs).toEqual([
    { kind: 'preparation', status: 'failed' },
    { kind: 'preparation', status: 'queued' },
  ]);
});
