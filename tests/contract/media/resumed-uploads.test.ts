import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { open as openFile, readdir, readFile, rename, stat, utimes } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { collect } from '#core/retention/collect.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openSender } from '../../helpers/calls/sender.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
await app.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const sender = await openSender(backend, app);
const { user, open, link, put, filesOf, rowOf } = sender;

describe('a file whose connection broke', () => {
  const bytes = randomBytes(1_000_000);
  const hash = createHash('sha256').update(bytes).digest('hex');

  /** Starts to send the first bytes. Returns the request, which has not sent the others yet. */
  async function begin(url: string, id: string, count: number, by = sender) {
    const request = httpRequest(origin + url, {
      method: 'PUT',
      headers: { 'content-length': String(bytes.length), 'content-type': 'video/mp4' },
    });
    request.on('error', () => {});
    request.write(bytes.subarray(0, count));
    const written = async () => {
      const [name] = await by.filesOf(id);
      return name ? (await stat(`${backend.config.partialDir}/${by.user.id}/${name}`)).size : 0;
    };
    await vi.waitFor(async () => expect(await written()).toBe(count), PATIENT);
    return request;
  }
  const goOn = async (id: string, cookie = user.cookie) => {
    const answer = await open({ objectPath: `/objects/${id}` }, cookie);
    return { status: answer.statusCode, ...answer.json<{ uploadURL: string; offset?: number }>() };
  };

  /** Returns the hash of the only stored file. */
  async function storedHash(id: string): Promise<string> {
    const names = await filesOf(id);
    expect(names).toHaveLength(1);
    const file = await readFile(`${backend.config.objectsDir}/uploads/${id}/${names[0]}`);
    return createHash('sha256').update(file).digest('hex');
  }

  it('is resumed where it stopped, and is complete', async () => {
    const { id, url } = await link({ size: bytes.length, contentType: 'video/mp4' });
    (await begin(url, id, 400_000)).destroy();
    const { uploadURL, offset } = await goOn(id);
    expect(offset).toBe(400_000);
    expect(await rowOf(id)).toMatchObject({ objectKey: null, uploadedAt: null });
    const answer = await put(`${uploadURL}&offset=${offset}`, bytes.subarray(offset));
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, `"${hash}"`]);
    expect(await rowOf(id)).toMatchObject({ bytes: String(bytes.length), sha256: hash });
    expect(await storedHash(id)).toBe(hash);
  });

  it('is resumed while the first connection still seems alive, which is ended', async () => {
    const { id, url } = await link();
    const first = await begin(url, id, 400_000);
    const ended = new Promise((resolve) => first.once('close', resolve));
    const { uploadURL, offset } = await goOn(id);
    await ended;
    expect(offset).toBe(400_000);
    // The sender may resume at an earlier position.
    const answer = await put(`${uploadURL}&offset=300000`, bytes.subarray(300_000));
    expect([answer.headers.etag, await storedHash(id)]).toEqual([`"${hash}"`, hash]);
  });

  it('is not damaged by another node that is still writing earlier bytes', async () => {
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

  it('may break repeatedly, and be restarted', async () => {
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

  it('is refused at an offset that was never reached, with another size, and for other users', async () => {
    const { id, url } = await link({ size: bytes.length });
    expect((await goOn(id)).offset).toBe(0);
    (await begin(url, id, 200_000)).destroy();
    const { uploadURL } = await goOn(id);
    const far = await put(`${uploadURL}&offset=200001`, bytes.subarray(200_001));
    expect([far.statusCode, far.json().message]).toEqual([
      409,
      'This upload can’t be resumed. Upload the file again.',
    ]);
    expect((await put(`${uploadURL}&offset=-1`, bytes)).statusCode).toBe(400);
    expect((await put(`${uploadURL}&offset=200000`, bytes)).statusCode).toBe(422);
    expect((await goOn(id)).offset).toBe(200_000);
    const other = await createUser(backend);
    expect((await goOn(id, other.cookie)).status).toBe(404);
    expect((await goOn(randomUUID())).status).toBe(404);
    expect((await open({ objectPath: '/objects/../../etc/passwd' })).statusCode).toBe(400);
  });

  it('is not sent again if only the response was lost', async () => {
    const { id, url } = await link();
    expect((await put(url, bytes)).statusCode).toBe(200);
    const { uploadURL, offset } = await goOn(id);
    expect(offset).toBe(bytes.length);
    const answer = await put(`${uploadURL}&offset=${offset}`, Buffer.alloc(0));
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, `"${hash}"`]);
  });

  itInFullTier('is kept for a day, and up to three per user', async () => {
    const other = await openSender(backend, app);
    const folder = `${backend.config.partialDir}/${other.user.id}`;
    const age = async (hours: number) => {
      const then = new Date(Date.now() - hours * 3600_000);
      for (const name of await readdir(folder)) await utimes(`${folder}/${name}`, then, then);
    };
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const { id, url } = await other.link();
      ids.push(id);
      (await begin(url, id, 1000, other)).destroy();
      expect((await goOn(id, other.user.cookie)).offset).toBe(1000);
      await age(1);
    }
    // The fifth arrived while four were stored.
    expect(await readdir(folder)).toHaveLength(4);
    expect((await goOn(ids[4]!, other.user.cookie)).offset).toBe(1000);
    await collect(backend);
    expect(await readdir(folder)).toHaveLength(4);
    await age(25);
    const pretended = await collect(backend, { dryRun: true });
    expect(pretended!.items.filter(({ kind }) => kind === 'partial upload')).toHaveLength(4);
    expect(await readdir(folder)).toHaveLength(4);
    await collect(backend);
    expect(await readdir(folder)).toEqual([]);
    expect((await goOn(ids[4]!, other.user.cookie)).offset).toBe(0);
  });
});
