import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { arrivedSchema, UploadResult } from '#contract/uploads.ts';
import type { z } from 'zod';
import { uploadedId } from '../../../server/services/uploads/own-video.ts';
import { createUser } from '../../helpers/data/user.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { startS3 } from '../../helpers/storage/s3-server.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const s3 = await startS3();
const backend = await openTestBackend(s3.environment('films'));
const app = await openTestApp(backend);
const folder = tempFolder();
const MB = 2 ** 20;
type Person = Awaited<ReturnType<typeof createUser>>;
type Parts = NonNullable<UploadResult['parts']>;

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

async function open({ cookie }: Person, uploadId: string, size: number): Promise<UploadResult> {
  const payload = { purpose: 'footage', uploadId, fileName: 'Waves.mp4', size, contentType: 'video/mp4' };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/videos/upload',
    headers: { cookie },
    payload,
  });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json<UploadResult>();
}

const add = ({ cookie }: Person, uploadId: string) =>
  app.inject({ method: 'POST', url: `/api/footage/uploads/${uploadId}`, headers: { cookie } });

const put = ({ url, start, end }: Parts[number]) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(large.subarray(start, end)) });

const storedKeys = async () => {
  const keys: string[] = [];
  for await (const { key } of backend.storage.listFiles('uploads')) keys.push(key);
  return keys;
};

describe('an own video in a bucket', () => {
  // product 16.3
  itInFullTier(
    'goes to the store in parts, is resumed by the missing ones, and becomes footage',
    async () => {
      const user = await createUser(backend);
      const uploadId = randomUUID();
      const opened = await open(user, uploadId, large.length);
      expect(opened).toMatchObject({
        offset: 0,
        parts: [
          { start: 0, end: 8 * MB },
          { start: 8 * MB, end: large.length },
        ],
      });
      expect((await put(opened.parts![0]!)).status).toBe(200);
      expect((await add(user, uploadId)).statusCode).toBe(400);
      const resumed = await open(user, uploadId, large.length);
      expect(resumed).toMatchObject({ offset: 8 * MB, parts: [{ start: 8 * MB }] });
      expect((await put(resumed.parts![0]!)).status).toBe(200);
      expect(await open(user, uploadId, large.length)).toMatchObject({ offset: large.length });
      const added = await add(user, uploadId);
      expect([added.statusCode, added.json()]).toMatchObject([200, { known: false, video: { duration: 1 } }]);
      expect((await add(user, uploadId)).json()).toMatchObject({ known: true });
      const keys = await storedKeys();
      expect(keys.filter((key) => key.endsWith('/sent'))).toEqual([]);
      expect(await backend.storage.find(keys[0]!)).toMatchObject({ bytes: large.length });
    },
  );

  it('is one PUT to the store if it is small, of the announced type and length only', async () => {
    const user = await createUser(backend);
    const uploadId = randomUUID();
    const { uploadURL, parts } = await open(user, uploadId, clip.length);
    expect(parts).toBeUndefined();
    const send = async (body: Buffer, type: string) => {
      const sent = { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } };
      return (await fetch(uploadURL, sent)).status;
    };
    expect(await send(clip.subarray(1), 'video/mp4')).toBe(403);
    expect(await send(clip, 'image/png')).toBe(403);
    expect(await send(clip, 'video/mp4')).toBe(200);
    expect((await add(user, uploadId)).json()).toMatchObject({ known: false });
  });

  itInFullTier('leaves nothing if it is not a video', async () => {
    const user = await createUser(backend);
    const uploadId = randomUUID();
    const before = await storedKeys();
    const { parts } = await open(user, uploadId, 9 * MB);
    for (const { url, start, end } of parts!) {
      const body = new Uint8Array(end - start);
      expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
    }
    expect((await add(user, uploadId)).statusCode).toBe(422);
    expect(await storedKeys()).toEqual(before);
  });
});

itInFullTier(
  'finishes a form whose video a client of the previous version began to send in parts',
  async () => {
    const user = await createUser(backend);
    const { cookie } = user;
    const uploadId = randomUUID();
    const id = uploadedId(user.id, uploadId);
    // As the previous version begins it.
    const multipartId = await backend.storage.direct!.beginParts(`uploads/${id}/sent`);
    await backend.redis.set(
      `${backend.config.redisPrefix}:video-parts:${id}`,
      `${large.length} ${multipartId}`,
    );
    const url = `/api/footage/uploads/${uploadId}?size=${large.length}`;
    const { parts } = (await app.inject({ url, headers: { cookie } })).json<z.infer<typeof arrivedSchema>>();
    expect(parts).toHaveLength(2);
    for (const part of parts!) expect((await put(part)).status).toBe(200);
    const payload = new FormData();
    payload.append('name', 'Waves.mp4');
    const form = {
      method: 'POST',
      url: `/api/footage?uploadId=${uploadId}&offset=0`,
      headers: { cookie },
    } as const;
    const sent = await app.inject({ ...form, payload });
    expect([sent.statusCode, sent.json()]).toMatchObject([200, { known: false, video: { duration: 1 } }]);
    expect((await storedKeys()).filter((key) => key.endsWith('/sent'))).toEqual([]);
  },
);
