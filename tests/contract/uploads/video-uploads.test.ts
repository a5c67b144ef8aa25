import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UploadResult } from '#contract/uploads.ts';
import { insertObject } from '#core/repositories/media/uploads.ts';
import { collect } from '#core/retention/collect.ts';
import { uploadedId } from '../../../server/services/uploads/own-video.ts';
import { addFootage, uploadVideo } from '../../helpers/data/upload.ts';
import { createUser } from '../../helpers/data/user.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { connectChannel, startChannelStandIn } from '../../helpers/outside/channel.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const PUBLIC_URL = 'http://studio.test';
const CHANNEL_MOST = 200_000;
const standIn = await startChannelStandIn(PUBLIC_URL);
const backend = await openTestBackend({
  PUBLIC_URL,
  STANDINS_URL: standIn.url,
  CHANNEL_UPLOAD_MAX_BYTES: String(CHANNEL_MOST),
});
const app = await openTestApp(backend);
const folder = tempFolder();
const { db } = backend;
let clip: Buffer;

beforeAll(async () => {
  await makeSource(folder('clip.mp4'), { seconds: 1 });
  clip = await readFile(folder('clip.mp4'));
});

type Person = Awaited<ReturnType<typeof createUser>>;
const open = ({ cookie }: Person, payload: object) =>
  app.inject({
    method: 'POST',
    url: '/api/videos/upload',
    headers: { cookie },
    payload: { purpose: 'footage', uploadId: randomUUID(), fileName: 'Waves.mp4', size: 100, ...payload },
  });
const put = (url: string, payload: Buffer, type = 'video/mp4') =>
  app.inject({ method: 'PUT', url, headers: { 'content-type': type }, payload });
/** Sends the form for the channel without a file. */
function publish({ cookie }: Person, uploadId: string) {
  const payload = new FormData();
  payload.append('title', 'Waves');
  const url = `/api/youtube/upload?uploadId=${uploadId}`;
  return app.inject({ method: 'POST', url, headers: { cookie }, payload });
}
const objectsOf = ({ id }: Person) => db.selectFrom('objects').selectAll().where('userId', '=', id).execute();
const newUser = async () => {
  const user = await createUser(backend);
  await connectChannel(app, standIn, user.cookie);
  return user;
};

describe('the upload of an own video', () => {
  it('accepts only the announced type and length', async () => {
    const user = await createUser(backend);
    const opened = await open(user, { contentType: 'video/mp4' });
    const { uploadURL } = opened.json<UploadResult>();
    expect((await put(uploadURL, randomBytes(100), 'image/png')).statusCode).toBe(422);
    expect((await put(uploadURL, randomBytes(99))).statusCode).toBe(422);
    expect((await put(uploadURL.replace('l=100', 'l=99'), randomBytes(99))).statusCode).toBe(403);
    expect((await put(uploadURL, randomBytes(100))).statusCode).toBe(200);
  });

  it('belongs to one file: the same ID with another size is refused', async () => {
    const user = await createUser(backend);
    const uploadId = randomUUID();
    expect((await open(user, { uploadId })).statusCode).toBe(200);
    expect((await open(user, { uploadId, size: 101 })).statusCode).toBe(409);
    expect(await objectsOf(user)).toHaveLength(1);
  });

  it('is separate for each user, also with the same ID', async () => {
    const [user, stranger] = [await createUser(backend), await createUser(backend)];
    const uploadId = randomUUID();
    const paths = [user, stranger].map(
      async (person) => (await open(person, { uploadId })).json<UploadResult>().objectPath,
    );
    expect(new Set(await Promise.all(paths)).size).toBe(2);
    await uploadVideo(app, user, randomBytes(100), { uploadId });
    const url = `/api/footage/uploads/${uploadId}`;
    const response = await app.inject({ method: 'POST', url, headers: { cookie: stranger.cookie } });
    expect(response.statusCode).toBe(400);
  });

  it('is refused beyond 50 unused uploads, unless it is resumed', async () => {
    const user = await createUser(backend);
    const uploadId = randomUUID();
    const file = { userId: user.id, projectId: null, fileName: 'Waves.mp4', bytes: 100, type: null };
    for (let count = 1; count < 50; count += 1) await insertObject(db, file);
    expect((await open(user, { uploadId })).statusCode).toBe(200);
    const refused = await open(user, {});
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      expect.stringContaining('at most 50 unused uploads'),
    ]);
    expect((await open(user, { uploadId })).statusCode).toBe(200);
  });

  itInFullTier('stays until it is used, and is removed after a day without a request', async () => {
    const user = await createUser(backend);
    const [used, resumed, abandoned] = [randomUUID(), randomUUID(), randomUUID()];
    const added = await addFootage(app, user, clip, { uploadId: used });
    expect(added.statusCode).toBe(200);
    const junk = randomBytes(100);
    for (const uploadId of [resumed, abandoned]) await uploadVideo(app, user, junk, { uploadId });
    await db
      .updateTable('objects')
      .set({ createdAt: new Date(0) })
      .where('userId', '=', user.id)
      .execute();
    await open(user, { uploadId: resumed });
    await collect(backend);
    expect((await objectsOf(user)).map(({ id }) => id)).toEqual([uploadedId(user.id, resumed)]);
    const keys: string[] = [];
    for await (const { key } of backend.storage.listFiles(`uploads/${uploadedId(user.id, abandoned)}`))
      keys.push(key);
    expect(keys).toEqual([]);
  });
});

describe('an uploaded video for the channel', () => {
  itInFullTier('is published by its form without a file, once', async () => {
    const user = await newUser();
    const uploadId = randomUUID();
    expect((await publish(user, uploadId)).statusCode).toBe(400);
    await uploadVideo(app, user, clip, { purpose: 'channel', uploadId });
    const answers = await Promise.all([publish(user, uploadId), publish(user, uploadId)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const runs = await db.selectFrom('runs').select('id').where('userId', '=', user.id).execute();
    expect(runs).toHaveLength(1);
    expect(await objectsOf(user)).toEqual([]);
  });

  it('is refused before it is sent without a channel, and if it is too large', async () => {
    const refused = await open(await createUser(backend), { purpose: 'channel' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Please connect your YouTube account in settings first.',
    ]);
    const user = await newUser();
    expect((await open(user, { purpose: 'channel', size: CHANNEL_MOST + 1 })).statusCode).toBe(413);
    // Also if it was sent for the footage, whose limit is higher.
    const uploadId = randomUUID();
    const large = Buffer.concat([clip, Buffer.alloc(CHANNEL_MOST)]);
    await uploadVideo(app, user, large, { uploadId });
    expect((await publish(user, uploadId)).statusCode).toBe(413);
  });
});
