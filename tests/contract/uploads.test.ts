import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open as openFile, readdir, readFile, rename, stat, utimes } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import { collect } from '#core/retention/collect.ts';
import { createUploadSigner } from '#core/storage/signing.ts';
import { PATIENT } from '../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../helpers/services/backend.ts';
import { createUser } from '../helpers/data/user.ts';
import { createProject } from '../helpers/data/project.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
await app.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

let user: Awaited<ReturnType<typeof createUser>>;
let projectId: string;

beforeAll(async () => {
  user = await createUser(backend);
  ({ projectId } = await createProject(backend, user.id));
});

const open = (body: object = {}, cookie = user.cookie) =>
  app.inject({
    method: 'POST',
    url: '/api/objects/upload',
    headers: { cookie },
    payload: { projectId, fileName: 'a film.mp4', ...body },
  });

async function link(body: object = {}): Promise<{ id: string; url: string }> {
  const { objectPath, uploadURL } = (await open(body)).json();
  return { id: objectPath.slice('/objects/'.length), url: uploadURL };
}

const put = (url: string, payload: Buffer | Readable, headers: Record<string, string> = {}) =>
  app.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'video/mp4', ...headers } });

const rowOf = (id: string) =>
  backend.db.selectFrom('objects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Every file of uploads that is on the disk now: half-written ones, and those of this object. */
async function filesOf(id: string): Promise<string[]> {
  const half = (await readdir(`${backend.config.partialDir}/${user.id}`).catch(() => [])).filter((name) =>
    name.startsWith(id),
  );
  const kept = await readdir(`${backend.config.objectsDir}/uploads/${id}`).catch(() => []);
  return [...half, ...kept];
}

describe('asking to upload', () => {
  it('gives a path and a link for a project of the user, and nothing for others', async () => {
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

  it('lets a bounded number of files wait, and forgets those that nobody used in a day', async () => {
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
    await backend.db.updateTable('objects').set({ created_at: yesterday }).where('id', '=', id).execute();
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(429);
    expect(await filesOf(id)).toEqual([]);
  });
});

describe('sending a file', () => {
  it('keeps it as a whole, whatever it calls itself, without a session', async () => {
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
      expect(await rowOf(id)).toMatchObject({ bytes: '300000', sha256, uploaded_at: expect.any(Date) });
      expect(await filesOf(id)).toHaveLength(1);
    }
  });

  it('takes it once, even when it comes twice at once', async () => {
    const { id, url } = await link();
    // Neither ends before both have begun.
    async function* slow() {
      yield randomBytes(200_000);
      await vi.waitFor(async () => expect(await filesOf(id)).toHaveLength(2), PATIENT);
    }
    const answers = await Promise.all([put(url, Readable.from(slow())), put(url, Readable.from(slow()))]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    const again = await put(url, Buffer.from('again'));
    expect(again.statusCode).toBe(409);
    expect(errorBodySchema.parse(again.json()).message).toBe('This file was uploaded already.');
    expect(await filesOf(id)).toHaveLength(1);
  });

  it('refuses an empty one, and one that is not as it was told, and leaves nothing', async () => {
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

  it('refuses 100 MB and one byte at once, and leaves nothing', async () => {
    const { id, url } = await link();
    const declared = await put(url, Buffer.alloc(MAX_UPLOAD_BYTES + 1));
    expect(declared.statusCode).toBe(413);
    // A sender that never ends is told so all the same.
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

  it('is for our own page alone', async () => {
    const { url } = await link();
    expect((await put(url, randomBytes(10), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await put(url, randomBytes(10), { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await put(url, randomBytes(10), { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  });
});

describe('a file whose connection broke', () => {
  const bytes = randomBytes(1_000_000);
  const hash = createHash('sha256').update(bytes).digest('hex');

  /** Begins to send the first bytes; gives the request, which still waits for the others. */
  async function begin(url: string, id: string, count: number) {
    const request = httpRequest(origin + url, {
      method: 'PUT',
      headers: { 'content-length': String(bytes.length), 'content-type': 'video/mp4' },
    });
    request.on('error', () => {});
    request.write(bytes.subarray(0, count));
    const written = async () => {
      const [name] = await filesOf(id);
      return name ? (await stat(`${backend.config.partialDir}/${user.id}/${name}`)).size : 0;
    };
    await vi.waitFor(async () => expect(await written()).toBe(count), PATIENT);
    return request;
  }
  const goOn = async (id: string, cookie = user.cookie) => {
    const answer = await open({ objectPath: `/objects/${id}` }, cookie);
    return { status: answer.statusCode, ...answer.json<{ uploadURL: string; offset?: number }>() };
  };

  /** Of the one file that is there now. */
  async function storedHash(id: string): Promise<string> {
    const names = await filesOf(id);
    expect(names).toHaveLength(1);
    const file = await readFile(`${backend.config.objectsDir}/uploads/${id}/${names[0]}`);
    return createHash('sha256').update(file).digest('hex');
  }

  it('is gone on with where it stopped, and is whole', async () => {
    const { id, url } = await link({ size: bytes.length, contentType: 'video/mp4' });
    (await begin(url, id, 400_000)).destroy();
    const { uploadURL, offset } = await goOn(id);
    expect(offset).toBe(400_000);
    expect(await rowOf(id)).toMatchObject({ object_key: null, uploaded_at: null });
    const answer = await put(`${uploadURL}&offset=${offset}`, bytes.subarray(offset));
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, `"${hash}"`]);
    expect(await rowOf(id)).toMatchObject({ bytes: String(bytes.length), sha256: hash });
    expect(await storedHash(id)).toBe(hash);
  });

  it('is gone on with while the first connection still seems to live, which is ended', async () => {
    const { id, url } = await link();
    const first = await begin(url, id, 400_000);
    const ended = new Promise((resolve) => first.once('close', resolve));
    const { uploadURL, offset } = await goOn(id);
    await ended;
    expect(offset).toBe(400_000);
    // Of what came the sender may take less.
    const answer = await put(`${uploadURL}&offset=300000`, bytes.subarray(300_000));
    expect([answer.headers.etag, await storedHash(id)]).toEqual([`"${hash}"`, hash]);
  });

  it('is not spoilt by another node that still writes what came before', async () => {
    const { id, url } = await link();
    (await begin(url, id, 400_000)).destroy();
    const { uploadURL } = await goOn(id);
    const folder = `${backend.config.partialDir}/${user.id}`;
    const [name] = await filesOf(id);
    const theirs = `${folder}/${id}~${randomUUID()}~${randomUUID()}`;
    await rename(`${folder}/${name}`, theirs);
    const other = await openFile(theirs, 'a');
    async function* rest() {
      yield bytes.subarray(400_000, 500_000);
      await vi.waitFor(async () => {
        const [now] = await filesOf(id);
        expect((await stat(`${folder}/${now}`)).size).toBe(500_000);
      }, PATIENT);
      await other.appendFile('late');
      yield bytes.subarray(500_000);
    }
    const answer = await put(`${uploadURL}&offset=400000`, Readable.from(rest()));
    await other.close();
    expect([answer.statusCode, await storedHash(id)]).toEqual([200, hash]);
    expect(await readdir(folder)).not.toContain(basename(theirs));
  });

  it('may break again and again, and be begun anew', async () => {
    const { id, url } = await link();
    (await begin(url, id, 200_000)).destroy();
    const { uploadURL } = await goOn(id);
    const second = httpRequest(`${origin}${uploadURL}&offset=200000`, {
      method: 'PUT',
      headers: { 'content-length': '800000' },
    });
    second.on('error', () => {});
    second.write(bytes.subarray(200_000, 500_000));
    const sizes = async () =>
      Promise.all(
        (await filesOf(id)).map(
          async (name) => (await stat(`${backend.config.partialDir}/${user.id}/${name}`)).size,
        ),
      );
    await vi.waitFor(async () => expect(await sizes()).toEqual([500_000]), PATIENT);
    second.destroy();
    expect((await goOn(id)).offset).toBe(500_000);
    expect((await put(url, bytes)).headers.etag).toBe(`"${hash}"`);
  });

  it('is refused from where it never was, with another size, and to others', async () => {
    const { id, url } = await link({ size: bytes.length });
    expect((await goOn(id)).offset).toBe(0);
    (await begin(url, id, 200_000)).destroy();
    const { uploadURL } = await goOn(id);
    const far = await put(`${uploadURL}&offset=200001`, bytes.subarray(200_001));
    expect([far.statusCode, far.json().message]).toEqual([
      409,
      'This upload cannot be resumed. Please send the file again.',
    ]);
    expect((await put(`${uploadURL}&offset=-1`, bytes)).statusCode).toBe(400);
    expect((await put(`${uploadURL}&offset=200000`, bytes)).statusCode).toBe(422);
    expect((await goOn(id)).offset).toBe(200_000);
    const other = await createUser(backend);
    expect((await goOn(id, other.cookie)).status).toBe(404);
    expect((await goOn(randomUUID())).status).toBe(404);
    expect((await open({ objectPath: '/objects/../../etc/passwd' })).statusCode).toBe(400);
  });

  it('is not sent again when only the answer was lost', async () => {
    const { id, url } = await link();
    expect((await put(url, bytes)).statusCode).toBe(200);
    const { uploadURL, offset } = await goOn(id);
    expect(offset).toBe(bytes.length);
    const answer = await put(`${uploadURL}&offset=${offset}`, Buffer.alloc(0));
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, `"${hash}"`]);
  });

  it('is kept for a day, and three of a user', async () => {
    const before = { user, projectId };
    onTestFinished(() => void ({ user, projectId } = before));
    user = await createUser(backend);
    ({ projectId } = await createProject(backend, user.id));
    const folder = `${backend.config.partialDir}/${user.id}`;
    const age = async (hours: number) => {
      const then = new Date(Date.now() - hours * 3600_000);
      for (const name of await readdir(folder)) await utimes(`${folder}/${name}`, then, then);
    };
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const { id, url } = await link();
      ids.push(id);
      (await begin(url, id, 1000)).destroy();
      expect((await goOn(id)).offset).toBe(1000);
      await age(1);
    }
    // The fifth came while four were there.
    expect(await readdir(folder)).toHaveLength(4);
    expect((await goOn(ids[4]!)).offset).toBe(1000);
    await collect(backend);
    expect(await readdir(folder)).toHaveLength(4);
    await age(25);
    const pretended = await collect(backend, { dryRun: true });
    expect(pretended!.items.filter(({ kind }) => kind === 'partial upload')).toHaveLength(4);
    expect(await readdir(folder)).toHaveLength(4);
    await collect(backend);
    expect(await readdir(folder)).toEqual([]);
    expect((await goOn(ids[4]!)).offset).toBe(0);
  });
});

describe('an upload link', () => {
  it('is refused with any letter of it changed, for another object, and with another method', async () => {
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

  it('lives for 15 minutes, to the second', async () => {
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
