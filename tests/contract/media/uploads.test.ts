import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import { createUploadSigner } from '#core/storage/signing.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openSender } from '../../helpers/calls/sender.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
await app.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const { open, link, put, filesOf, rowOf } = await openSender(backend, app);

describe('requesting an upload', () => {
  it('returns a path and a link for a project of the user, and nothing for others', async () => {
    const answer = await open();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      objectPath: expect.stringMatching(/^\/objects\/[0-9a-f-]{36}$/),
      uploadURL: expect.stringMatching(/^\/media\/uploads\/[0-9a-f-]{36}\?/),
    });
    const other = await createUser(backend);
    expect((await open({}, other.cookie)).statusCode).toBe(404);
    expect((await open({ projectId: randomUUID() })).statusCode).toBe(404);
    expect((await open({}, '')).statusCode).toBe(401);
    for (const wrong of [
      { size: MAX_UPLOAD_BYTES + 1 },
      { size: 0 },
      { contentType: 'text/html' },
      { fileName: ' ' },
    ]) {
      expect((await open(wrong)).statusCode).toBe(400);
    }
  });

  itInFullTier(
    'limits the number of unused uploads, and removes those that were not used within a day',
    async () => {
      const busy = await createUser(backend);
      const project = await createProject(backend, busy.id);
      const ask = () => open({ projectId: project.projectId }, busy.cookie);
      const answers = await Promise.all(Array.from({ length: 55 }, ask));
      expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(50);
      expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(5);
      const { objectPath, uploadURL } = answers.find((answer) => answer.statusCode === 200)!.json();
      const id = objectPath.slice('/objects/'.length);
      expect((await put(uploadURL, Buffer.from('bytes'))).statusCode).toBe(200);
      const yesterday = new Date(Date.now() - 25 * 3600_000);
      await backend.db.updateTable('objects').set({ createdAt: yesterday }).where('id', '=', id).execute();
      expect((await ask()).statusCode).toBe(200);
      expect((await ask()).statusCode).toBe(429);
      expect(await filesOf(id)).toEqual([]);
    },
  );
});

describe('sending a file', () => {
  it('stores it whole, whatever its name, without a session', async () => {
    const bytes = randomBytes(300_000);
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'image/heic',
    ]) {
      const { id, url } = await link();
      const answer = await put(url, bytes, { 'content-type': type });
      expect([type, answer.statusCode, answer.json()]).toEqual([type, 200, { objectPath: `/objects/${id}` }]);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(answer.headers.etag).toBe(`"${sha256}"`);
      expect(await rowOf(id)).toMatchObject({ bytes: '300000', sha256, uploadedAt: expect.any(Date) });
      expect(await filesOf(id)).toHaveLength(1);
    }
  });

  it('accepts it once, even if it is sent twice at the same time', async () => {
    const { id, url } = await link();
    // Neither request ends before both have started.
    async function* slow() {
      yield randomBytes(200_000);
      await vi.waitFor(async () => expect(await filesOf(id)).toHaveLength(2), PATIENT);
    }
    const answers = await Promise.all([put(url, Readable.from(slow())), put(url, Readable.from(slow()))]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    const second = await put(url, Buffer.from('again'));
    expect(second.statusCode).toBe(409);
    expect(errorBodySchema.parse(second.json()).message).toBe('This file has already been uploaded.');
    expect(await filesOf(id)).toHaveLength(1);
  });

  it('refuses an empty file, and one that differs from what was announced, and leaves nothing', async () => {
    const { id, url } = await link({ size: 10, contentType: 'video/mp4' });
    const cases: [Buffer | Readable, Record<string, string>, number][] = [
      [Buffer.alloc(0), {}, 400],
      [Readable.from([]), {}, 400],
      [randomBytes(11), {}, 422],
      [Readable.from([randomBytes(5), randomBytes(4)]), {}, 422],
      [randomBytes(10), { 'content-type': 'image/png' }, 422],
    ];
    for (const [body, headers, status] of cases) {
      expect((await put(url, body, headers)).statusCode).toBe(status);
      expect(await filesOf(id)).toEqual([]);
    }
    expect((await put(url, randomBytes(10), { 'content-type': 'Video/MP4; codecs=x' })).statusCode).toBe(200);
  });

  itInFullTier('refuses 100 MB and one byte immediately, and leaves nothing', async () => {
    const { id, url } = await link();
    const declared = await put(url, Buffer.alloc(MAX_UPLOAD_BYTES + 1));
    expect(declared.statusCode).toBe(413);
    // Even an endless sender receives the response.
    const endless = httpRequest(origin + url, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } });
    const answered = once(endless, 'response') as Promise<[IncomingMessage]>;
    endless.write(Buffer.alloc(MAX_UPLOAD_BYTES));
    endless.write(Buffer.alloc(1));
    const [answer] = await answered;
    expect(answer.statusCode).toBe(413);
    expect(errorBodySchema.parse(await json(answer)).code).toBe('too_large');
    endless.destroy();
    expect(await filesOf(id)).toEqual([]);
    const whole = await put(url, Buffer.alloc(MAX_UPLOAD_BYTES));
    expect(whole.statusCode).toBe(200);
  });

  it('is allowed only from our own page', async () => {
    const { url } = await link();
    expect((await put(url, randomBytes(10), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await put(url, randomBytes(10), { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await put(url, randomBytes(10), { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  });
});

describe('an upload link', () => {
  it('is refused with any character changed, for another object, and with another method', async () => {
    const { id, url } = await link({ size: 10, contentType: 'video/mp4' });
    const other = await link({ size: 10, contentType: 'video/mp4' });
    const bytes = randomBytes(10);
    const query = new URL(url, origin).searchParams;
    const changed = (name: string, value: string | null) => {
      const params = new URLSearchParams(query);
      if (value === null) params.delete(name);
      else params.set(name, value);
      return put(`/media/uploads/${id}?${params}`, bytes);
    };
    const signature = query.get('s')!;
    for (let i = 0; i < signature.length; i += 1) {
      const letter = signature[i] === 'A' ? 'B' : 'A';
      expect((await changed('s', signature.slice(0, i) + letter + signature.slice(i + 1))).statusCode).toBe(
        403,
      );
    }
    expect((await changed('e', String(Number(query.get('e')) + 1))).statusCode).toBe(403);
    expect((await changed('l', '11')).statusCode).toBe(403);
    expect((await changed('l', null)).statusCode).toBe(403);
    expect((await changed('t', 'image/png')).statusCode).toBe(403);
    expect((await changed('t', null)).statusCode).toBe(403);
    expect((await changed('s', '')).statusCode).toBe(403);
    expect((await changed('s', null)).statusCode).toBe(400);
    expect((await put(url.replace(id, other.id), bytes)).statusCode).toBe(403);
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expect((await app.inject({ method, url })).statusCode).toBe(404);
    }
    expect(await filesOf(id)).toEqual([]);
    expect((await put(url, bytes)).statusCode).toBe(200);
  });

  // product 9.35
  it('is valid for 15 minutes, to the second', async () => {
    const { id } = await link();
    const upload = { objectId: id, bytes: null, type: null };
    const signedAgo = (ms: number) =>
      createUploadSigner(backend.config.secret, () => Date.now() - ms).sign(upload, 900);
    expect((await put(signedAgo(901_000), randomBytes(10))).statusCode).toBe(410);
    expect((await put(signedAgo(890_000), randomBytes(10))).statusCode).toBe(200);
    let now = 1_000_000_000_000;
    const signer = createUploadSigner('a-secret-of-thirty-two-letters-or-more', () => now);
    const params = new URL(signer.sign(upload, 900), origin).searchParams;
    const query = { e: Number(params.get('e')), s: params.get('s')! };
    now += 899_999;
    expect(signer.verify(id, query)).toMatchObject({ objectId: id });
    now += 1;
    expect(signer.verify(id, query)).toBe('expired');
    expect(createUploadSigner('another-secret-of-thirty-two-letters').verify(id, query)).toBe('forged');
  });
});
