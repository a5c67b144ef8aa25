import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startStack } from '../../helpers/processes/stack.ts';
import { addTinyVideo, generateFilm, openProcessed } from '../../helpers/processes/tiny-project.ts';
import { startS3 } from '../../helpers/storage/s3-server.ts';

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'cutroom-machine-'));
  afterAll(() => rm(path, { recursive: true, force: true }));
  return path;
};
const [library, otherMachine] = [await folder(), await folder()];
const s3 = await startS3();
const stack = await startStack({ LIBRARY_DIR: library, ...s3.environment('films') });
await stack.startWorker({ DATA_DIR: otherMachine });

it('makes a film with a worker of another machine, and the store sends it to the browser', async () => {
  await addTinyVideo(library, 'valley');
  const { call, events, projectId } = await openProcessed(stack, 'valley');
  const generated = events.until('run.completed', ({ run }) => run.kind === 'generation');
  await generateFilm(call, projectId);
  await generated;

  type Film = { finalVideoLink: string };
  const { finalVideoLink } = await call<Film>('GET', `/api/projects/${projectId}/video-link?language=en`);
  const head = await fetch(stack.url + finalVideoLink, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), head.headers.get('accept-ranges')]).toEqual([
    200,
    'video/mp4',
    'bytes',
  ]);
  const redirected = await fetch(stack.url + finalVideoLink, { redirect: 'manual' });
  expect(redirected.status).toBe(302);
  const location = redirected.headers.get('location')!;
  expect(new URL(location).origin).toBe(s3.url);
  const part = await fetch(location, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  expect(part.headers.get('content-range')).toBe(`bytes 4-7/${head.headers.get('content-length')}`);
  expect(part.headers.get('content-disposition')).toContain('valley.mp4');
  // The film never was on the API's machine.
  expect(
    (await readdir(stack.dataDir, { recursive: true })).filter((name) => name.includes('film.mp4')),
  ).toEqual([]);
  expect(await readdir(otherMachine)).not.toContain('objects');

  // Each source was fetched once by the worker's machine.
  const fetched = s3.requests.filter(({ method, url }) => method === 'GET' && !url.includes('list-type'));
  const names = fetched.filter(({ url }) => !url.includes('X-Amz-Signature')).map(({ url }) => url);
  expect(new Set(names).size).toBe(names.length);
});
