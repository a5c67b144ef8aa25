import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askByChannel, askByHttp, nodeService } from '../../../bin/lib/start/services.mjs';
import { createSupervisor } from '../../../bin/lib/start/supervisor.mjs';
import { PATIENT } from '../../helpers/patient.ts';

let folder: string;
let supervisor: ReturnType<typeof createSupervisor>;
const printed: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutroom-silent-'));
  printed.length = 0;
  supervisor = createSupervisor({
    print: (line) => printed.push(line),
    healthChecks: { everyMs: 500, times: 3 },
  });
});
afterEach(async () => {
  await supervisor.stop(['Stand-in']);
  rmSync(folder, { recursive: true });
});

/** What the first process does once it is ready. Later processes respond. */
const FIRST = (code: string) =>
  `if (!existsSync('begun')) { writeFileSync('begun', ''); setTimeout(() => { ${code} }, 50); }`;
const SCRIPT = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  process.chdir(process.env.FOLDER);
  process.on('message', (message) => message === 'alive?' && process.send('alive'));
  process.on('disconnect', () => process.exit());
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1', () => {
    writeFileSync('port', String(server.address().port));
    process.send('ready');
  });
`;

async function runStandIn(code: string, ask: Parameters<typeof nodeService>[0]['ask']) {
  const args = ['--input-type=module', '-e', SCRIPT + code];
  const env = { ...process.env, FOLDER: folder };
  const logFile = join(folder, 'log');
  return supervisor.run(nodeService({ name: 'Stand-in', args, env, logFile, graceMs: 1000, ask }));
}
const restarted = () => vi.waitUntil(() => printed.includes('Stand-in is running again.'), PATIENT);

describe('a started service', () => {
  it.each([
    ['blocks', 'while (true);'],
    ['is stopped', "process.kill(process.pid, 'SIGSTOP');"],
  ])('is replaced when it %s and does not respond on its channel', async (_, code) => {
    const first = await runStandIn(FIRST(code), askByChannel);
    await restarted();
    expect(printed[0]).toBe('Stand-in has not responded for 1.5 s.');
    expect(printed[1]).toMatch(/^Stand-in ended by SIGKILL and is being restarted\./);
    expect(first.running).toBe(false);
  });

  it('is replaced when it does not respond over HTTP', async () => {
    const ask = () => askByHttp(new URL(`http://127.0.0.1:${readFileSync(join(folder, 'port'), 'utf8')}/`))();
    await runStandIn(FIRST('server.close(); server.closeAllConnections();'), ask);
    await restarted();
    expect(printed[0]).toBe('Stand-in has not responded for 1.5 s.');
  });

  it('continues as long as it responds now and then', async () => {
    let calls = 0;
    const ask = async () => {
      calls += 1;
      if (calls % 3 !== 0) throw new Error('silent');
    };
    const child = await runStandIn('', ask);
    await vi.waitUntil(() => calls > 7, PATIENT);
    expect(child.running).toBe(true);
    expect(printed).toEqual([]);
  });
});
