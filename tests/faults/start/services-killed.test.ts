import { expect, it, vi } from 'vitest';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene, startOnOwnServices } from '../../helpers/processes/fault-scene.ts';
import { PATIENT } from '../../helpers/patient.ts';

const library = await makeLibrary();
const { stack, killPostgres, restartPostgres, killRedis, restartRedis } = await startOnOwnServices({
  LIBRARY_DIR: library,
});
const worker = await stack.startWorker();

it('completes runs after Redis was killed in the middle of one', async () => {
  const scene = await openScene(stack, library);
  const { runId } = await scene.process();
  await scene.step(runId, 'scan-media-0', ['active']);
  await killRedis();
  // The API still reads and starts runs: this run waits in Postgres.
  const second = await scene.process();
  expect(await scene.statusOf(second.runId)).toBe('queued');
  await restartRedis();
  expect((await scene.over(runId)).status).toBe('completed');
  expect((await scene.over(second.runId)).status).toBe('completed');
  await checkInstallation(stack, scene.user.id, { spent: 2, left: 1 });
});

it('answers 503 while Postgres is down and counts no attempt of a step', async () => {
  const scene = await openScene(stack, library);
  const { projectId, runId } = await scene.process();
  const ask = () => fetch(`${stack.url}/api/user/credits`, { headers: { cookie: scene.user.cookie } });
  await scene.step(runId, 'scan-media-0', ['active']);
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    await killPostgres(signal);
    const answer = await ask();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await restartPostgres();
    await vi.waitUntil(async () => (await ask()).status === 200, PATIENT);
  }
  expect((await scene.over(runId)).status).toBe('completed');
  expect(await scene.counts(runId)).toEqual({ tries: 1, losses: 0 });
  const film = await scene.film(projectId);
  expect((await scene.over(film)).status).toBe('completed');
  expect(worker.exitCode).toBeNull();
  expect(stack.server.exitCode).toBeNull();
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});
