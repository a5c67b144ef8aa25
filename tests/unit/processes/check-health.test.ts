import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkHealth } from '../../../ops/containers/check-health.mjs';

/** Starts a process that serves these paths, and never responds to others. */
async function serve(paths: Record<string, number>) {
  const code = `
    const paths = ${JSON.stringify(paths)};
    require('node:http').createServer((request, response) => {
      if (paths[request.url]) response.writeHead(paths[request.url]).end();
    }).listen(0, '127.0.0.1', function () { process.send(this.address().port); });
  `;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const [port] = (await once(child, 'message')) as [number];
  return { child, closed, url: `http://127.0.0.1:${port}` };
}
const BRIEF = { count: 3, ms: 300 };
const PATIENT_TRIES = { count: 6, ms: 5_000 };

describe('the health check of a container', () => {
  it('kills a stopped process, which alone has the port', async () => {
    const other = await serve({ '/readyz': 200 });
    const { child, closed, url } = await serve({ '/readyz': 200, '/healthz': 200 });
    expect(await checkHealth(url, PATIENT_TRIES)).toBe(null);
    child.kill('SIGSTOP');
    expect(await checkHealth(url, BRIEF)).toBe(`No response for 0.9 s: killed ${child.pid}.`);
    expect(await closed).toEqual([null, 'SIGKILL']);
    expect(await checkHealth(other.url, PATIENT_TRIES)).toBe(null);
  });

  it('kills none that responds, whether it is ready or not', async () => {
    const waiting = await serve({ '/readyz': 503 });
    expect(await checkHealth(waiting.url, PATIENT_TRIES)).toBe('/readyz: 503');
    const slow = await serve({ '/healthz': 200 });
    // The process may be slow too, so it has the whole time to respond at /healthz.
    expect(await checkHealth(slow.url, { count: 6, ms: 1_000 })).toBe('/readyz: no response; /healthz: 200');
    expect(slow.child.exitCode ?? slow.child.signalCode).toBe(null);
  });

  it('waits for a process that does not listen yet', async () => {
    const { child, closed, url } = await serve({});
    child.kill('SIGTERM');
    await closed;
    expect(await checkHealth(url, BRIEF)).toBe('/readyz: refused');
  });
});
