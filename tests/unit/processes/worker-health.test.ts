import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveHealth } from '../../../worker/health.ts';

async function open(ping: () => Promise<string>) {
  const server = await serveHealth({ host: '127.0.0.1', port: 0 }, { ping }, 50);
  onTestFinished(server.close);
  return async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return [response.status, await response.json()];
  };
}

describe("a worker's health", () => {
  it('is ready only while Redis answers, and responds in any case', async () => {
    const ping = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('away'));
    const ask = await open(ping);
    expect(await ask('/readyz')).toEqual([503, { status: 'not ready', redis: 'away' }]);
    ping.mockReturnValue(new Promise(() => {}));
    expect(await ask('/readyz')).toEqual([503, { status: 'not ready', redis: 'away' }]);
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);
    ping.mockResolvedValue('PONG');
    expect(await ask('/readyz')).toEqual([200, { status: 'ready', redis: 'ok' }]);
  });

  it('serves nothing else', async () => {
    const ask = await open(async () => 'PONG');
    expect(await ask('/metrics')).toEqual([404, { status: 'not found' }]);
  });

  it('reports a port that is taken', async () => {
    const first = await serveHealth({ host: '127.0.0.1', port: 0 }, { ping: async () => 'PONG' });
    onTestFinished(first.close);
    const second = serveHealth({ host: '127.0.0.1', port: first.port }, { ping: async () => 'PONG' });
    await expect(second).rejects.toThrow('EADDRINUSE');
  });
});
