import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openBackend } from '#core/backend.ts';
import { insertRun } from '#core/runs/start-run.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { monsters, scripts } from '../../helpers/media/hostile-media.ts';
import { openInstallation } from '../../helpers/processes/installation.ts';
import { ffmpeg, tempFolder } from '../../helpers/media/lavfi.ts';
import { testEnvironment } from '../../helpers/services/backend.ts';
import { storeSent } from '../../helpers/data/stored-media.ts';
import { processVideo } from '../../helpers/processes/tiny-project.ts';

/** The time limit for a worker to refuse a file, in ms. */
const REFUSED_MS = 5000 * (process.env['CI'] ? 3 : 1);
const SENTENCE = /^[A-Z][^\n<>{}/\\]+\.$/;
const TYPED = /^(not_media|unsupported|too_large|truncated|failed)$/;

const library = await makeLibrary();
const env = await testEnvironment({ LIBRARY_DIR: library });
const backend = await openBackend(parseConfig(env), createLogger('silent', 'test'));
afterAll(() => backend.close());
const installation = await openInstallation(env);
afterAll(installation.stop);
await installation.startServer();
await installation.startWorker();
const file = tempFolder();

let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
}).listen(0, '127.0.0.1');
await once(listener, 'listening');
afterAll(() => listener.close());

it('refuses hostile files in a running worker, each in time and with a message, and runs the next job', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=96x64:r=10:d=6', '-pix_fmt', 'yuv420p', file('canary.mp4'));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const canaries = { film: file('canary.mp4'), url };
  const broken = await monsters(file, canaries);
  const hostile = { ...scripts(canaries), ...broken };
  const scene = await openScene(installation, library);
  const first = await scene.process();
  expect((await scene.over(first.runId)).status).toBe('completed');

  // Inserts the files as if each had been accepted as a video when it was probed.
  const own = { userId: scene.user.id, projectId: first.projectId };
  const runs: [name: string, runId: string][] = [];
  for (const [name, content] of Object.entries(hostile)) {
    const { videoId } = await storeSent(backend, own, Buffer.from(content));
    const input = { videoIds: [videoId], sections: false };
    const runId = await insertRun(backend.db, 'preparation', { ...own, input });
    await backend.engine.advance(runId);
    runs.push([name, runId]);
  }
  const messages = new Set<string>();
  for (const [name, runId] of runs) {
    const { status, errorCode: code, message } = await scene.over(runId);
    expect([name, status, code]).toEqual([name, 'failed', expect.stringMatching(TYPED)]);
    expect(message).toMatch(SENTENCE);
    messages.add(message);
    const { startedAt: from, finishedAt: to } = await scene.step(runId, 'scan-media-0', ['failed']);
    expect([name, to!.getTime() - from!.getTime() < REFUSED_MS]).toEqual([name, true]);
  }
  const { notices } = await scene.call<{ notices: string[] }>('GET', `/api/projects/${own.projectId}`);
  expect(notices).toEqual(expect.arrayContaining([...messages]));

  // A file that the library lists nevertheless, processed for a credit.
  await writeFile(join(library, 'half.mp4'), broken['media that claims to be longer.mp4']!);
  const half = await processVideo(scene.call, 'half');
  expect(await scene.over(half.runId)).toMatchObject({ status: 'failed', errorCode: 'truncated' });

  const next = await scene.process();
  expect((await scene.over(next.runId)).status).toBe('completed');
  expect(connections).toBe(0);
  await checkInstallation(installation, scene.user.id, { spent: 2, left: 1 });
});
