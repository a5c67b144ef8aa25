import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createUser } from '../../helpers/data/user.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const MOST = 300_000;
const backend = await openTestBackend({ FOOTAGE_MAX_BYTES: String(MOST) });
const app = await openTestApp(backend);
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const folder = tempFolder();
let clip: Buffer;

beforeAll(async () => {
  await makeSource(folder('clip.mp4'), { seconds: 1 });
  clip = await readFile(folder('clip.mp4'));
});

const formOf = (bytes: Buffer, name = 'Waves.mp4') => {
  const form = new FormData();
  form.append('name', name);
  form.append('video', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'Waves.mp4');
  return form;
};

describe('the form for footage of the previous version', () => {
  itInFullTier('is resumed where its connection broke, and adds one video', async () => {
    const { id, cookie } = await createUser(backend);
    const uploadId = randomUUID();
    const coded = new Response(formOf(clip));
    const type = coded.headers.get('content-type')!;
    const whole = Buffer.from(await coded.arrayBuffer());
    const request = httpRequest({
      port,
      path: `/api/footage?uploadId=${uploadId}`,
      method: 'POST',
      headers: { 'content-type': type, 'content-length': String(whole.length), cookie },
    });
    request.on('error', () => {});
    request.write(whole.subarray(0, whole.indexOf(clip.subarray(0, 64)) + 5000));
    const partial = join(backend.config.partialDir, id);
    await vi.waitFor(async () => {
      const name = (await readdir(partial)).find((candidate) => candidate.startsWith(uploadId))!;
      // The form parser holds back bytes that might be the end of a part.
      expect((await stat(join(partial, name))).size).toBeGreaterThan(4800);
    }, PATIENT);
    request.destroy();
    const arrived = await app.inject({ url: `/api/footage/uploads/${uploadId}`, headers: { cookie } });
    const { offset } = arrived.json<{ offset: number }>();
    expect(offset).toBeGreaterThan(4800);
    const send = (bytes: Buffer, from: number) =>
      app.inject({
        method: 'POST',
        url: `/api/footage?uploadId=${uploadId}&offset=${from}`,
        headers: { cookie },
        payload: formOf(bytes),
      });
    const answer = await send(clip.subarray(offset), offset);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { known: false, video: { duration: 1 } }]);
    expect((await send(clip, 0)).json()).toEqual({ video: answer.json().video, known: true });
  });

  it.each<[string, () => FormData, number, string]>([
    ['no file', () => formOf(Buffer.alloc(0)), 400, 'Please send a video file with its name.'],
    ['no name', () => formOf(clip, ' '), 400, 'Please send a video file with its name.'],
    ['a text', () => formOf(Buffer.from('no video')), 422, 'This file is not a usable video'],
    [
      'a large file',
      () => formOf(Buffer.alloc(MOST + 1)),
      413,
      'Videos in your footage can be up to 293 kB.',
    ],
  ])('refuses %s with a message', async (_, form, status, message) => {
    const { cookie } = await createUser(backend);
    const url = `/api/footage?uploadId=${randomUUID()}`;
    const answer = await app.inject({ method: 'POST', url, headers: { cookie }, payload: form() });
    expect([answer.json().message, answer.statusCode]).toEqual([expect.stringContaining(message), status]);
  });
});
