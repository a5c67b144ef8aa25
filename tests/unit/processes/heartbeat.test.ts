import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '#core/lib/logger.ts';
import { startHeartbeat } from '../../../worker/heartbeat.ts';

describe("a worker's heartbeat", () => {
  it('touches its file only while Redis answers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cutroom-heartbeat-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'alive');
    const exists = () =>
      stat(file).then(
        () => true,
        () => false,
      );
    const log = createLogger('silent', 'test');
    const ping = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('away'));
    const stop = startHeartbeat(file, { ping }, log, 1);
    onTestFinished(stop);
    await vi.waitUntil(() => ping.mock.calls.length > 3);
    expect(await exists()).toBe(false);
    ping.mockResolvedValue('PONG');
    await vi.waitUntil(exists);
  });
});
