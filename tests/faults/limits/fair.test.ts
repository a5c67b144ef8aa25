import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { startFileSite } from '../../helpers/outside/file-site.ts';
import { ended } from '../../helpers/processes/installation.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { addTinyVideo } from '../../helpers/processes/tiny-project.ts';

const library = await makeLibrary();
await addTinyVideo(library, 'whole');
const content = await readFile(join(library, 'whole.mp4'));
const site = await startFileSite({ '/whole.mp4': { content } });
afterAll(() => site.close());
const stack = await startStack({ LINK_HOSTS: site.host });

/** Adds this many links to a site that sends a byte now and then. */
function slowLinks(count: number) {
  return Array.from({ length: count }, () => {
    const path = `/${randomUUID()}.mp4`;
    site.files[path] = { content, fault: 'drip' };
    return site.url + path;
  });
}

/** Starts a project of these links. */
async function begin({ call }: Awaited<ReturnType<typeof openScene>>, urls: string[]): Promise<string> {
  const links = urls.map((url) => ({ id: `manual_${randomUUID()}_1`, url }));
  const videoIds = links.map(({ id }) => id);
  const payload = { videoIds, projectTitle: 'By links', links };
  return (await call<{ runId: string }>('POST', '/api/projects/process', payload)).runId;
}

it('downloads for other users while one account uses all of its slow links', async () => {
  const worker = await stack.startWorker({ WORKER_QUEUES: 'fetch', LINK_MIN_RATE: '0' });
  const attacker = await openScene(stack, library, 10);
  const runs = [await begin(attacker, slowLinks(6)), await begin(attacker, slowLinks(6))];
  const countActive = async () => {
    const active = stack.db.selectFrom('runSteps').select('key').where('runId', 'in', runs);
    return (await active.where('state', '=', 'active').execute()).length;
  };
  await vi.waitUntil(async () => (await countActive()) === 4, PATIENT);

  const stranger = await openScene(stack, library);
  const runId = await begin(stranger, [`${site.url}/whole.mp4`]);
  await stranger.step(runId, 'fetch-media-0', ['done']);
  // None of the slow ones had to end for that, and none took other users' places.
  expect(await countActive()).toBe(4);
  worker.kill('SIGKILL');
  await ended(worker);
  for (const slow of runs) await attacker.call('POST', `/api/runs/${slow}/cancel`);
});

it('gives up on a site that sends too slowly, reports it, and continues with waiting downloads', async () => {
  await stack.startWorker({ WORKER_QUEUES: 'fetch', LINK_MIN_RATE_SECONDS: '1' });
  const scene = await openScene(stack, library);
  const runId = await begin(scene, [...slowLinks(5), `${site.url}/whole.mp4`]);
  await scene.step(runId, 'fetch-media-5', ['done']);
  expect(await scene.step(runId, 'fetch-media-0', ['failed'])).toMatchObject({
    errorCode: 'too_slow',
    errorMessage: 'This site sends its video too slowly. Try again later, or upload the file instead.',
    tries: 3,
  });
});
