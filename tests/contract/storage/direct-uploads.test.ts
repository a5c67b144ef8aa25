import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { UploadResult } from '#contract/uploads.ts';
import { compareFiles } from '#core/retention/files.ts';
import { deleteAccount } from '../../../server/services/account/delete-account.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { ffmpeg, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { startS3 } from '../../helpers/storage/s3-server.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const s3 = await startS3();
const backend = await openTestBackend(s3.environment('films'));
const app = await openTestApp(backend);
const file = tempFolder();
const MB = 2 ** 20;

async function open() {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  const headers = { cookie: user.cookie };
  const request = async (payload: object) => {
    const opened = await app.inject({
      method: 'POST',
      url: '/api/objects/upload',
      headers,
      payload: { projectId, fileName: 'picture.png', ...payload },
    });
    expect(opened.statusCode).toBe(200);
    return opened.json<UploadResult>();
  };
  const addSection = (videoURL: string) =>
    app.inject({
      method: 'POST',
      url: `/api/projects/${projectId}/sections`,
      headers,
      payload: { title: 'Own', videoURL },
    });
  return { user, projectId, headers, request, addSection };
}

const put = (url: string, body: Buffer, type?: string) =>
  fetch(url, {
    method: 'PUT',
    body: new Uint8Array(body),
    ...(type && { headers: { 'content-type': type } }),
  });

async function picture(): Promise<Buffer> {
  const path = file(`${randomUUID()}.png`);
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=320x180', '-frames:v', '1', path);
  return readFile(path);
}

const keys = async () => {
  const keys: string[] = [];
  for await (const { key } of backend.storage.listFiles('')) keys.push(key);
  return keys;
};

describe('an upload to a bucket', () => {
  // product 7.30
  it('goes straight to the store, with a link for only its size and type', async () => {
    const { request } = await open();
    const body = randomBytes(1000);
    const { uploadURL } = await request({ size: 1000, contentType: 'image/png' });
    expect(new URL(uploadURL).origin).toBe(s3.url);
    expect((await put(uploadURL, body, 'image/jpeg')).status).toBe(403);
    expect((await put(uploadURL, randomBytes(1001), 'image/png')).status).toBe(403);
    expect((await put(uploadURL.replace(/sent/, 'other'), body, 'image/png')).status).toBe(403);
    expect((await put(uploadURL, body, 'image/png')).status).toBe(200);
  });

  itInFullTier("becomes a section's picture, which the store sends", async () => {
    const { request, addSection, headers, user } = await open();
    const body = await picture();
    const { objectPath, uploadURL } = await request({ size: body.length, contentType: 'image/png' });
    expect((await put(uploadURL, body, 'image/png')).status).toBe(200);
    const added = await addSection(objectPath);
    expect(added.statusCode).toBe(201);
    const id = objectPath.slice('/objects/'.length);
    const preview = await app.inject({ url: `/media/objects/${id}/preview.jpg`, headers });
    expect(preview.statusCode).toBe(302);
    const sent = await fetch(preview.headers['location']!);
    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    // A second PUT changes nothing: the file has another key.
    expect((await put(uploadURL, randomBytes(body.length), 'image/png')).status).toBe(200);
    const row = await backend.db
      .selectFrom('objects')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await readFile(await backend.storage.localPath(row.objectKey!))).toEqual(body);

    // Deleting the account deletes its files.
    const mine = (await keys()).filter((key) => key.includes(id) && !key.endsWith('/sent'));
    expect(mine.length).toBeGreaterThan(1);
    await deleteAccount({ ...backend, payments: null }, { userId: user.id }, user);
    expect((await keys()).filter((key) => mine.includes(key))).toEqual([]);
  });

  // product 7.30
  itInFullTier('is resumed by its missing parts', async () => {
    const { request } = await open();
    const body = randomBytes(20 * MB);
    const opened = await request({ size: body.length });
    expect(opened.parts).toMatchObject([
      { start: 0, end: 8 * MB },
      { start: 8 * MB, end: 16 * MB },
      { start: 16 * MB, end: 20 * MB },
    ]);
    const send = ({ url, start, end }: NonNullable<UploadResult['parts']>[number]) =>
      put(url, body.subarray(start, end));
    expect((await send(opened.parts![1]!)).status).toBe(200);
    const { objectPath } = opened;
    const resumed = await request({ size: body.length, objectPath });
    expect(resumed).toMatchObject({ objectPath, offset: 8 * MB });
    expect(resumed.parts!.map(({ start }) => start)).toEqual([0, 16 * MB]);
    for (const part of resumed.parts!) expect((await send(part)).status).toBe(200);
    const complete = await request({ size: body.length, objectPath });
    expect(complete).toMatchObject({ offset: body.length });
    expect(complete.parts).toBeUndefined();
    const row = await backend.db
      .selectFrom('objects')
      .selectAll()
      .where('id', '=', objectPath.slice('/objects/'.length))
      .executeTakeFirstOrThrow();
    expect((await readFile(await backend.storage.localPath(row.objectKey!))).equals(body)).toBe(true);
    expect((await keys()).filter((key) => key.endsWith('/sent') && key.includes(row.id))).toEqual([]);
  });

  it('is refused when nothing arrived, or not what was announced', async () => {
    const { request, addSection } = await open();
    const announced = await request({});
    expect((await addSection(announced.objectPath)).statusCode).toBe(422);
    expect((await put(announced.uploadURL, Buffer.from('no picture'))).status).toBe(200);
    expect((await addSection(announced.objectPath)).statusCode).toBe(422);
  });

  it('permits the store in the content policy', async () => {
    const { headers } = await app.inject({ url: '/healthz' });
    const policy = String(headers['content-security-policy']);
    for (const directive of ['img-src', 'media-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${directive} [^;]*${s3.url}`));
  });
});

describe('retention of a bucket', () => {
  it('reports no file as missing while lists do not contain it yet', async () => {
    const { request, addSection } = await open();
    const body = await picture();
    const { objectPath, uploadURL } = await request({ size: body.length, contentType: 'image/png' });
    await put(uploadURL, body, 'image/png');
    await addSection(objectPath);
    s3.hideFromLists(/uploads/);
    expect((await compareFiles(backend)).missing).toEqual([]);
    s3.heal();
  });
});
