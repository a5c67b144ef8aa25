import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { atEnd } from '../../helpers/at-end.ts';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { listen } from '../../helpers/mcp/agent.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { casesOfTier } from '../../helpers/tier.ts';

const run = promisify(execFile);
const backend = await openTestBackend();
const app = await openTestApp(backend);
const { headers } = await createKey(backend, (await createUser(backend)).id);
const target = new URL(await listen(app));
const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
atEnd(() => rm(folder, { recursive: true, force: true }));

/** Forwards requests with the API key, which the package cannot send, and otherwise unchanged. */
const proxy = http.createServer((request, response) => {
  const { method, url = '', headers: sent } = request;
  const options = { host: target.hostname, port: target.port, method, path: url };
  const forwarded = http.request({ ...options, headers: { ...sent, ...headers } }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  request.pipe(forwarded);
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
atEnd(() => proxy.close());
const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;
const program = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

// product 31.8
// The other scenarios need tools, prompts and resources of the reference server.
it.each(casesOfTier(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']))(
  'passes the scenario %s of the official conformance package',
  async (scenario) => {
    const args = [program, 'server', '--url', url, '--scenario', scenario, '--output-dir', folder];
    const { stdout } = await run(process.execPath, args, { cwd: folder });
    expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
  },
);
