import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import type { arrivedSchema } from '#contract/uploads.ts';
import type { z } from 'zod';
import { createUser } from '../../helpers/data/user.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { startS3 } from '../../helpers/storage/s3-server.ts';

const s3 = await startS3();
const backend = await openTestBackend(s3.environment('films'));
const app = await openTestApp(backend);
const folder = tempFolder();
const MB = 2 ** 20;
type Person = Awaited<ReturnType<typeof createUser>>;
type Arrived = z.infer<typeof arrivedSchema>;

let clip: Buffer;
let large: Buffer;

beforeAll(async () => {
  await makeSource(folder('clip.mp4'), { seconds: 1 });
  clip = await readFile(folder('clip.mp4'));
  // An empty box, which players skip.
  const box = Buffer.alloc(9 * MB);
  box.writeUInt32BE(box.length);
  box.write('free', 4, 'latin1');
  large = Buffer.concat([clip, box]);
});

async function arrived({ cookie }: Person, uploadId: string, size: number): Promise<Arrived> {
  const url = `/api/footage/uploads/${uploadId}?size=${size}`;
  const answer = await app.inject({ url, headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.json<Arrived>();
}

/** Sends the form, with the file or without it. */
function send({ cookie }: Person, uploadId: string, bytes: Buffer | null) {
  const payload = new FormData();
  payload.append('name', 'Waves.mp4');
  if (bytes) payload.append('video', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'Waves.mp4');
  return app.inject({
    method: 'POST',
    url: `/api/footage?uploadId=${uploadId}&offset=0`,
    headers: { cookie },
    payload,
  });
}

const put = ({ url, start, end }: NonNullable<Arrived['parts']>[number]) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(large.subarray(start, end)) });

const storedKeys = async () => {
  const keys: string[] = [];
  for await (const { key } of backend.storage.listFiles('uploads')) keys.push(key);
  return keys;
};

// product 16.3
it('goes to the store in parts, is resumed by the missing ones, and becomes footage', async () => {
  const user = await createUser(backend);
  const uploadId = randomUUID();
  const begun = await arrived(user, uploadId, large.length);
  expect(begun).toMatchObject({
    offset: 0,
    parts: [
      { start: 0, end: 8 * MB },
      { start: 8 * MB, end: large.length },
    ],
  });
  expect((await put(begun.parts![0]!)).status).toBe(200);
  expect((await send(user, uploadId, null)).statusCode).toBe(400);
  const resumed = await arrived(user, uploadId, large.length);
  expect(resumed).toMatchObject({ offset: 8 * MB, parts: [{ start: 8 * MB }] });
  expect((await put(resumed.parts![0]!)).status).toBe(200);
  const added = await send(user, uploadId, null);
  expect([added.statusCode, added.json()]).toMatchObject([200, { known: false, video: { duration: 1 } }]);
  expect((await send(user, uploadId, null)).json()).toMatchObject({ known: true });
  const keys = await storedKeys();
  expect(keys.filter((key) => key.endsWith('/sent'))).toEqual([]);
  expect(await backend.storage.find(keys[0]!)).toMatchObject({ bytes: large.length });
});

it('is sent with its form if it is small', async () => {
  const user = await createUser(backend);
  const uploadId = randomUUID();
  expect(await arrived(user, uploadId, clip.length)).toEqual({ offset: 0 });
  expect((await send(user, uploadId, clip)).json()).toMatchObject({ known: false });
});

it('is refused without a file, and nothing is stored of a file that is not a video', async () => {
  const user = await createUser(backend);
  expect((await send(user, randomUUID(), null)).statusCode).toBe(400);
  const uploadId = randomUUID();
  const before = await storedKeys();
  const { parts } = await arrived(user, uploadId, 9 * MB);
  for (const { url, start, end } of parts!) {
    const body = new Uint8Array(end - start);
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
  }
  expect((await send(user, uploadId, null)).statusCode).toBe(422);
  expect(await storedKeys()).toEqual(before);
});
