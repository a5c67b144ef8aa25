import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { AppError, TryLaterError } from '#core/lib/errors.ts';
import { arrivedBytes, receiveFile } from '../../../server/services/uploads/incoming-files.ts';
import { atEnd } from '../../helpers/at-end.ts';

const root = await mkdtemp(join(tmpdir(), 'cutroom-incoming-'));
atEnd(() => rm(root, { recursive: true, force: true }));

const BYTES = randomBytes(1_000_000);
const TOO_LARGE = new AppError('too_large', 'Too large.');
const limits = { maxBytes: 2 ** 31, tooLarge: () => TOO_LARGE, count: () => {} };

/** Yields a sender's bytes until the connection breaks. */
async function* breaking(bytes: Buffer) {
  if (bytes.length > 0) yield bytes;
  throw new Error('The connection broke.');
}

/** Creates a file whose first bytes have arrived. */
async function startUpload(bytes = BYTES.subarray(0, 600_000)) {
  const sent = { userId: randomUUID(), uploadId: randomUUID() };
  const send = (offset: number, body: Readable, more: Partial<typeof limits> = {}) =>
    receiveFile(root, { ...sent, offset }, async ({ path, write, hash }) => {
      await write(body, { ...limits, ...more });
      return { sha256: await hash(), bytes: await readFile(path) };
    });
  await send(0, Readable.from(breaking(bytes))).catch(() => {});
  const arrived = () => arrivedBytes(root, sent);
  expect(await arrived()).toBe(bytes.length);
  return { sent, send, arrived };
}

it.each([
  ['is refused for now', new TryLaterError('Later.', 60)],
  ['cannot be read', new AppError('bad_request', 'The form could not be read.')],
  ['finds Postgres unavailable', new Error('Connection terminated')],
])('keeps the received part of a file if the request with its rest %s', async (_, failure) => {
  const { sent, send, arrived } = await startUpload();
  const failed = receiveFile(root, { ...sent, offset: 600_000 }, () => Promise.reject(failure));
  await expect(failed).rejects.toThrow(failure);
  expect(await arrived()).toBe(600_000);
  const { bytes } = await send(600_000, Readable.from([BYTES.subarray(600_000)]));
  expect(bytes.equals(BYTES)).toBe(true);
});

it('keeps the received part of a file if its rest breaks before the first byte, or midway', async () => {
  const { send, arrived } = await startUpload();
  await expect(send(600_000, Readable.from(breaking(Buffer.alloc(0))))).rejects.toThrow('was incomplete');
  expect(await arrived()).toBe(600_000);
  await expect(send(600_000, Readable.from(breaking(BYTES.subarray(600_000, 700_000))))).rejects.toThrow(
    'was incomplete',
  );
  expect(await arrived()).toBe(700_000);
});

it('removes what a failed request wrote, and keeps the earlier part', async () => {
  const { send, arrived } = await startUpload();
  const fill = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  let chunks = 0;
  const count = () => void (++chunks === 2 && fill());
  const rest = [BYTES.subarray(600_000, 700_000), BYTES.subarray(700_000)];
  await expect(send(600_000, Readable.from(rest), { count })).rejects.toThrow('no space');
  expect(await arrived()).toBe(600_000);
});

it('keeps nothing of a file that is refused because of its contents', async () => {
  const { send, arrived } = await startUpload();
  const rest = () => Readable.from([BYTES.subarray(600_000)]);
  await expect(send(600_000, rest(), { maxBytes: 999_999 })).rejects.toThrow(TOO_LARGE);
  expect(await arrived()).toBe(0);
});

it('keeps a whole file that could not be probed for now', async () => {
  const { sent, arrived } = await startUpload();
  const busy = new AppError('unavailable', 'Checking this file took too long.');
  const refused = receiveFile(root, { ...sent, offset: 600_000 }, async ({ write }) => {
    await write(Readable.from([BYTES.subarray(600_000)]), limits);
    throw busy;
  });
  await expect(refused).rejects.toThrow(busy);
  expect(await arrived()).toBe(1_000_000);
});

it.runIf(process.platform === 'linux')(
  'reads a file once for its hash, despite broken connections',
  async () => {
    const whole = randomBytes(32 * 2 ** 20);
    const { send, arrived } = await startUpload(whole.subarray(0, whole.length - 300));
    const readSoFar = async () => Number(/^rchar: (\d+)/m.exec(await readFile('/proc/self/io', 'utf8'))![1]);
    const before = await readSoFar();
    for (let i = 0; i < 10; i += 1) {
      const offset = await arrived();
      await send(offset, Readable.from(breaking(whole.subarray(offset, offset + 10)))).catch(() => {});
    }
    const offset = await arrived();
    const { sha256 } = await send(offset, Readable.from([whole.subarray(offset)]));
    expect(sha256).toBe(createHash('sha256').update(whole).digest('hex'));
    // Read once for the hash and once by this test.
    expect((await readSoFar()) - before).toBeLessThan(2.5 * whole.length);
  },
);
