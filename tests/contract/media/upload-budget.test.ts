import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { MAX_UPLOAD_BYTES as LIMIT } from '#contract/uploads.ts';
import type { Backend } from '#core/backend.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openUploadBudget } from '../../../server/services/uploads/upload-budget.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const MB = 1_000_000;
const open = () => openTestBackend({ UPLOAD_BYTES_PER_HOUR: String(LIMIT) });
const backend = await open();
const nodes = [await openTestApp(backend), await openTestApp(backend)];
await nodes[0]!.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(nodes[0]!.server.address() as AddressInfo).port}`;

/** Creates a user who sends files, each by its own link and to two nodes in turn. */
async function createSender(on: Backend = backend, apps = nodes) {
  const user = await createUser(on);
  const { projectId } = await createProject(on, user.id);
  const link = async (): Promise<string> => {
    const url = '/api/objects/upload';
    const payload = { projectId, fileName: 'film.mp4' };
    const answer = await apps[0]!.inject({ method: 'POST', url, headers: { cookie: user.cookie }, payload });
    return answer.json().uploadURL;
  };
  let sent = 0;
  return {
    link,
    key: `${on.config.redisPrefix}:sent-in-hour:${user.id}`,
    /** Partial files on the disk. */
    written: () => readdir(join(on.config.partialDir, user.id)).catch(() => []),
    async send(payload: Buffer | Readable) {
      const app = apps[sent++ % apps.length]!;
      const headers = { 'content-type': 'video/mp4' };
      return app.inject({ method: 'PUT', url: await link(), headers, payload });
    },
  };
}

describe('the bytes that one user sends in an hour', () => {
  itInFullTier(
    'refuses bytes over the limit before they arrive, with the time to wait, on any node',
    async () => {
      const { send, written } = await createSender();
      expect((await send(Buffer.alloc(60 * MB))).statusCode).toBe(200);
      const refused = await send(Buffer.alloc(60 * MB));
      expect([refused.statusCode, errorBodySchema.parse(refused.json())]).toEqual([
        429,
        expect.objectContaining({
          code: 'too_many_requests',
          message: 'An account can upload 100 MB an hour. Please try again in 60 minutes.',
        }),
      ]);
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan(3500);
      expect(wait).toBeLessThanOrEqual(3600);
      expect(await written()).toEqual([]);
      // A file that just fits is accepted, to the byte, and other users are not affected.
      expect((await send(Buffer.alloc(LIMIT - 60 * MB + 1))).statusCode).toBe(429);
      expect((await send(Buffer.alloc(LIMIT - 60 * MB))).statusCode).toBe(200);
      expect((await send(Buffer.alloc(1))).statusCode).toBe(429);
      expect((await (await createSender()).send(Buffer.alloc(1))).statusCode).toBe(200);
    },
  );

  itInFullTier(
    'counts bytes as they arrive, however many were announced, and resets the count after an hour',
    async () => {
      const { send, link, key, written } = await createSender();
      // If the length is unknown, the maximum is reserved, and the unused part returned.
      expect((await send(Readable.from([Buffer.alloc(MB)]))).statusCode).toBe(200);
      const broken = httpRequest(origin + (await link()), {
        method: 'PUT',
        headers: { 'content-length': String(LIMIT - MB) },
      });
      broken.on('error', () => {});
      broken.write(Buffer.alloc(MB));
      await vi.waitFor(
        async () => expect(await backend.redis.hget(key, 'used')).toBe(String(LIMIT)),
        PATIENT,
      );
      await vi.waitFor(async () => expect(await written()).toHaveLength(1), PATIENT);
      broken.destroy();
      await vi.waitFor(
        async () => expect(Number(await backend.redis.hget(key, 'used'))).toBeLessThanOrEqual(2 * MB),
        PATIENT,
      );
      expect((await send(Buffer.alloc(LIMIT - MB + 1))).statusCode).toBe(429);
      expect(await backend.redis.pttl(key)).toBeGreaterThan(3_500_000);
      await backend.redis.del(key);
      expect((await send(Buffer.alloc(LIMIT))).statusCode).toBe(200);
    },
  );

  it('returns bytes to the hour in which they were counted, and to no later one', async () => {
    const { spend } = openUploadBudget(backend);
    const userId = randomUUID();
    let breakOff!: () => void;
    const broken = new Promise<void>((resolve) => (breakOff = resolve));
    // Bytes are reserved in one hour and returned in the next.
    const late = spend(userId, LIMIT, () => broken);
    const key = `${backend.config.redisPrefix}:sent-in-hour:${userId}`;
    await vi.waitFor(async () => expect(await backend.redis.exists(key)).toBe(1), PATIENT);
    await backend.redis.del(key);
    await spend(userId, LIMIT, async (count) => count(LIMIT));
    breakOff();
    await late;
    await expect(spend(userId, 1, async () => {})).rejects.toThrow(/try again in 60 minutes/);
  });

  itInFullTier(
    'the bytes that one user sends in an hour do not exceed the limit across concurrent files',
    async () => {
      const { send } = await createSender();
      const answers = await Promise.all(Array.from({ length: 9 }, () => send(Buffer.alloc(15 * MB))));
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      expect(statuses).toEqual([...Array<number>(6).fill(200), ...Array<number>(3).fill(429)]);
    },
  );

  itInFullTier(
    'the bytes that one user sends in an hour are not counted while Redis is unavailable',
    async () => {
      const away = await open();
      const { send } = await createSender(away, [await openTestApp(away)]);
      away.redis.disconnect();
      for (let i = 0; i < 2; i += 1) expect((await send(Buffer.alloc(60 * MB))).statusCode).toBe(200);
    },
  );
});
