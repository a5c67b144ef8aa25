import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { countStoredBytes } from '#core/repositories/account/holdings.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend({ MIN_FREE_BYTES: '1000000' });
const app = await openTestApp(backend);
const { db } = backend;
const NO_ROOM = 'The disk of the server is full. Please try again later.';

async function createCreator() {
  const user = await createUser(backend, { packs: [10] });
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({
      method,
      url,
      headers: { cookie: user.cookie, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
  return { ...user, call };
}

itInFullTier(
  'no new work begins below the limit of free space, with one message, and the operator is notified',
  async () => {
    const { id, call } = await createCreator();
    const { projectId } = await createProject(backend, id);
    const [videoId] = await createVideos(backend, 1);
    const file = (await call('GET', '/api/user/export')).json();
    const { uploadURL } = (
      await call('POST', '/api/objects/upload', { projectId, fileName: 'a.mp4' })
    ).json();
    const work = {
      process: () => call('POST', '/api/projects/process', { videoIds: [videoId], projectTitle: 'One' }),
      generate: () => call('POST', `/api/projects/${projectId}/generate`, { language: 'English' }),
      upload: () => call('POST', '/api/objects/upload', { projectId, fileName: 'b.mp4' }),
      send: () => app.inject({ method: 'PUT', url: uploadURL, payload: Buffer.alloc(10) }),
      import: () => call('POST', '/api/user/import', file),
    };
    const { freeBytes } = backend.disk;
    onTestFinished(() => void (backend.disk.freeBytes = freeBytes));
    backend.disk.freeBytes = async () => 999_999;
    for (const [name, begin] of Object.entries(work)) {
      const { statusCode, headers, json } = await begin();
      expect([name, statusCode, json().message, headers['retry-after']]).toEqual([name, 503, NO_ROOM, '60']);
    }
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ready', postgres: 'ok', redis: 'ok', disk: 'full' },
    ]);
    const metrics = (await app.inject('/metrics')).body;
    expect(metrics).toContain('cutroom_disk_free_bytes 999999');
    expect(metrics).toContain('cutroom_disk_min_free_bytes 1000000');
    // Existing projects and files remain available.
    expect((await call('GET', `/api/projects/${projectId}/clips`)).statusCode).toBe(200);
    backend.disk.freeBytes = async () => 1_000_000;
    for (const begin of Object.values(work)) expect((await begin()).statusCode).toBe(200);
    expect((await app.inject('/readyz')).json().disk).toBe('ok');
  },
);

it.each([
  ['are removed with it', false, 0],
  ['remain if a section needs them', true, 5000],
])('the bytes that a cancelled run fetched from links %s', async (_, isNeeded, expectedBytes) => {
  const { id, call } = await createCreator();
  const link = { id: `manual_${randomUUID()}`, url: `https://example.com/${randomUUID()}.mp4` };
  const { runId } = (
    await call('POST', '/api/projects/process', {
      videoIds: [link.id],
      projectTitle: 'One',
      links: [link],
    })
  ).json();
  const { key } = await backend.artifacts.build(fetchMedia, randomUUID(), id, async (dir) => {
    await writeFile(join(dir, 'source'), Buffer.alloc(5000));
    return { data: { sha256: 'a', bytes: 5000, fileName: 'source', subtitles: [] }, files: ['source'] };
  });
  await db.updateTable('videos').set({ fetchKey: key }).where('id', '=', link.id).execute();
  if (isNeeded) {
    const { sections } = await createProject(backend, id);
    await db.updateTable('sections').set({ fetchKey: key }).where('id', '=', sections[0]!.id).execute();
  }
  expect(await countStoredBytes(db, backend.config, id)).toBe(5000);
  expect((await call('POST', `/api/runs/${runId}/cancel`)).statusCode).toBeLessThan(300);
  expect(await countStoredBytes(db, backend.config, id)).toBe(expectedBytes);
  const removed = await db.selectFrom('filesToRemove').select('objectKey').execute();
  expect(removed.filter(({ objectKey: name }) => name.includes(key))).toHaveLength(isNeeded ? 0 : 1);
});
