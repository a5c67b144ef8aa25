import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { isConnectionError } from '#core/lib/outages.ts';
import type { S3Config } from '#core/config/objects-config.ts';
import { StoreRefusedError, StoreUnavailableError } from '#core/storage/s3/s3-errors.ts';
import { openStorage } from '#core/storage/open-storage.ts';
import { openS3Objects } from '#core/storage/s3/s3-objects.ts';
import { startS3 } from '../../helpers/storage/s3-server.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-store-faults-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const s3 = await startS3();
afterEach(() => s3.heal());

async function open(extra: Partial<S3Config> = {}) {
  const objects = await openS3Objects(s3.config(extra));
  afterAll(() => objects.close());
  return objects;
}
const objects = await open();

let fileCount = 0;
async function file(content: string | Buffer = 'film'): Promise<string> {
  const path = join(dir, `made-${fileCount++}`);
  await writeFile(path, content);
  return path;
}
async function stored(content: string | Buffer = 'film'): Promise<string> {
  const key = `faults/${fileCount++}.bin`;
  await objects.putFile(key, await file(content));
  return key;
}
const target = () => join(dir, `out-${fileCount++}`);
const isGet = ({ method, url }: { method: string; url: string }) => method === 'GET' && url.includes('.bin');

describe('a bucket', () => {
  it('is asked again after SlowDown and errors of the store', async () => {
    const key = await stored();
    s3.fail({ status: 503, code: 'SlowDown' }, { times: 2 });
    expect(await objects.find(key)).toMatchObject({ bytes: 4 });
    s3.fail({ status: 500, code: 'InternalError' });
    const to = target();
    await objects.copyOut(key, to);
    expect(await readFile(to, 'utf8')).toBe('film');
  });

  itInFullTier('is unavailable, which steps wait for, when it answers only SlowDown', async () => {
    s3.fail({ status: 503, code: 'SlowDown' }, { times: 100 });
    const path = await file();
    const error = await objects.putFile('faults/slow.bin', path).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(isConnectionError(error)).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('film');
  });

  itInFullTier('is unavailable when it drops connections or does not listen', async () => {
    s3.fail('drop', { times: 100 });
    await expect(objects.listFolder('faults')).rejects.toThrow(StoreUnavailableError);
    const away = await open({ endpoint: 'http://127.0.0.1:9' });
    await expect(away.find('faults/x.bin')).rejects.toThrow(StoreUnavailableError);
  });

  it('refuses wrong keys with a sentence that names the variables', async () => {
    const wrong = await open({ credentials: { accessKeyId: 'someone', secretAccessKey: 'else' } });
    const error = await wrong.listFolder('').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(StoreRefusedError);
    expect((error as Error).message).toContain('Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY');
    expect(isConnectionError(error)).toBe(false);
  });

  it('refuses a forged secret', async () => {
    const { credentials } = s3.config();
    const forged = await open({ credentials: { ...credentials!, secretAccessKey: 'forged' } });
    await expect(forged.putFile('faults/x.bin', await file())).rejects.toThrow(/SignatureDoesNotMatch/);
  });

  it('names OBJECTS when there is no such bucket', async () => {
    const none = await open({ bucket: 'no-such-bucket' });
    await expect(none.listFolder('')).rejects.toThrow('Check OBJECTS: there is no such bucket.');
  });

  it('prevents a start that could not read or write files', async () => {
    const cache = { dir: join(dir, 'cache'), maxBytes: 1000 };
    const start = openStorage({
      objects: { s3: s3.config({ bucket: 'no-such-bucket' }), cache },
      objectsDir: dir,
    });
    await expect(start).rejects.toThrow(StoreRefusedError);
  });

  it("accepts requests of a machine whose clock is wrong, by the store's clock", async () => {
    const key = await stored();
    const late = await open();
    s3.skewClock(40 * 60_000);
    await late.putFile('faults/late.bin', await file());
    expect(await late.find('faults/late.bin')).toMatchObject({ bytes: 4 });
    // Its clock is set again.
    s3.skewClock(0);
    await late.putFile('faults/late.bin', await file());
    const to = target();
    await late.copyOut(key, to);
    expect(await readFile(to, 'utf8')).toBe('film');
  });

  itInFullTier('continues a download whose connection was cut in the middle of the body', async () => {
    const content = Buffer.alloc(3_000_001, 'cutroom');
    const key = await stored(content);
    s3.fail('cut', { times: 2, when: isGet });
    const before = s3.requests.length;
    const to = target();
    await objects.copyOut(key, to);
    expect((await readFile(to)).equals(content)).toBe(true);
    expect(s3.requests.slice(before).map(({ status }) => status)).toEqual([200, 206, 206]);
  });

  it('leaves no part of a file whose download fails', async () => {
    const key = await stored();
    s3.fail({ status: 403, code: 'AccessDenied' }, { times: 100, when: isGet });
    const to = target();
    await expect(objects.copyOut(key, to)).rejects.toThrow(StoreRefusedError);
    expect(await readdir(dir)).not.toContain(to.slice(dir.length + 1));
  });

  it('reports an object that vanished as missing', async () => {
    const key = await stored();
    await objects.remove(key);
    await expect(objects.copyOut(key, target())).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await objects.find(key)).toBeUndefined();
  });

  it('finds a new file that lists do not contain yet', async () => {
    const key = await stored();
    s3.hideFromLists(new RegExp(key));
    const keys: string[] = [];
    for await (const object of objects.listFiles('faults')) keys.push(object.key);
    expect(keys).not.toContain(key);
    expect(await objects.find(key)).toMatchObject({ key });
  });
});
