import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { waitingWords } from '#core/runs/waiting-words.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { createVideos, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const backend = await openTestBackend({ RUNS_PER_USER: '2' });
const node = await startNode(backend);
const { app } = node;

describe('runs of one user', () => {
  // product 4.65
  it('runs of one user wait over the limit, and start in order when others end', async () => {
    const user = await createUser(backend, { packs: [10] });
    const videos = await createVideos(backend, 1);
    const begin = async (cookie = user.cookie) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/projects/process',
        headers: { cookie, 'idempotency-key': randomUUID() },
        payload: { videoIds: videos, projectTitle: 'A compilation' },
      });
      expect(answer.statusCode).toBe(200);
      return answer.json().runId as string;
    };
    const runs = [await begin(), await begin(), await begin(), await begin()];
    const queued = async (): Promise<number[]> => {
      const rows = await backend.db
        .selectFrom('runSteps')
        .innerJoin('runs', 'runs.id', 'runSteps.runId')
        .select('runId')
        .where('runId', 'in', runs)
        .where('runSteps.state', '=', 'queued')
        .where('runs.finishedAt', 'is', null)
        .execute();
      return rows.map(({ runId }) => runs.indexOf(runId)).sort();
    };
    expect(await queued()).toEqual([0, 1]);
    // The reconciler respects the limit, and another user does not wait for this one.
    await backend.engine.reconcile();
    expect(await queued()).toEqual([0, 1]);
    runs.push(await begin((await createUser(backend)).cookie));
    expect(await queued()).toEqual([0, 1, 4]);
    await backend.engine.cancel(runs[0]!, user.id);
    expect(await queued()).toEqual([1, 2, 4]);
  });

  it('report why they wait, everywhere, until they start', async () => {
    const user = await createUser(backend, { packs: [10] });
    const { cookie } = user;
    const page = io(node.url, { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true });
    onTestFinished(() => void page.disconnect());
    const pushed: Run[] = [];
    page.on('run.progressed', ({ run }: { run: Run }) => pushed.push(run));
    await new Promise((resolve) => page.once('snapshot', resolve));
    const send = async (path: string, payload?: object) => {
      const method = payload ? 'POST' : 'GET';
      const answer = await app.inject({
        method,
        url: path,
        headers: { cookie },
        ...(payload && { payload }),
      });
      expect([path, answer.statusCode]).toEqual([path, 200]);
      return answer.json();
    };
    const videoIds = await createVideos(backend, 1);
    const process = () => send('/api/projects/process', { videoIds, projectTitle: 'A compilation' });
    const first = await process();
    await process();
    const waiting = await process();
    const project = await createProject(backend, user.id);
    const film = await send(`/api/projects/${project.projectId}/generate`, {});
    const WAITS = {
      stage: 'Waiting for your other films to finish',
      message: '2 of your films are made at the same time. This one will start automatically.',
    };
    const status = `/api/projects/${project.projectId}/generation-status`;
    const progress = `/api/projects/${waiting.projectId}/progress`;
    expect(await send(progress)).toMatchObject({ percentage: 0, completed: false, ...WAITS });
    expect(await send(status)).toMatchObject({ status: 'processing', ...WAITS });
    expect(await send(`/api/projects/${first.projectId}/progress`)).toMatchObject({ stage: '' });
    // The message is logged once, however often the limit is checked.
    await backend.engine.reconcile();
    await vi.waitUntil(() => pushed.length >= 2, PATIENT);
    expect(pushed.map(({ id, stage }) => [id, stage])).toEqual([
      [waiting.runId, WAITS.stage],
      [film.runId, WAITS.stage],
    ]);
    await send(`/api/runs/${first.runId}/cancel`, {});
    expect(await send(progress)).toMatchObject({
      stage: 'Extracting video segments',
      message: '0 of 6 steps done',
    });
    expect(await send(status)).toMatchObject(WAITS);
    await vi.waitUntil(() => pushed.length === 3, PATIENT);
    expect(pushed[2]).toMatchObject({
      id: waiting.runId,
      status: 'queued',
      stage: 'Extracting video segments',
    });
  });

  it('runs of one user have a separate message if they run one at a time', () => {
    expect(waitingWords(1)).toEqual({
      stage: 'Waiting for your other film to finish',
      message: 'Your films are made one at a time. This one will start automatically.',
    });
  });
});
