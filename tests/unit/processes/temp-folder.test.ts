import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, describe, it, vi } from 'vitest';
import { createLogger } from '#core/lib/logger.ts';
import { touchWhileWorking } from '#core/files/temp.ts';

let own = '';
beforeAll(async () => {
  own = await mkdtemp(join(tmpdir(), 'cutroom-temp-'));
});
afterAll(() => rm(own, { recursive: true, force: true }));

describe('touchWhileWorking', () => {
  it("touches the process's folder while it works, and not while it is idle", async () => {
    const long = new Date(Date.now() - 3_600_000);
    await utimes(own, long, long);
    const touched = async () => (await stat(own)).mtimeMs > long.getTime() + 1000;
    let calls = 0;
    let works = false;
    const isWorking = () => {
      calls += 1;
      return works;
    };
    const stop = touchWhileWorking(own, isWorking, createLogger('silent', 'test'), 1);
    try {
      await vi.waitUntil(() => calls > 3);
      expect(await touched()).toBe(false);
      works = true;
      await vi.waitUntil(touched);
    } finally {
      stop();
    }
  });
});
