import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  EngineFailedError,
  EngineUnavailableError,
  findExecutable,
  runEngine,
} from '../../../worker/engines/run-engine.ts';

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('runEngine', () => {
  it('returns every line, and passes the input unchanged', async () => {
    const lines: string[] = [];
    const input = 'one $(two)\n"three" — চার\n{"of":"one\u2028line"}\n';
    await runEngine({ command: 'cat', args: [], input, onLine: (line) => lines.push(line) });
    expect(lines).toEqual(input.trim().split('\n'));
  });

  it('reports the last output of a failed program', async () => {
    const failed = runEngine({ command: 'sh', args: ['-c', 'echo no model here >&2; exit 3'] });
    await expect(failed).rejects.toThrow(EngineFailedError);
    await expect(failed).rejects.toMatchObject({
      message: expect.stringMatching(/ ended with exit code 3\.$/),
      detail: 'no model here',
    });
  });

  it('survives a program that does not read its input', async () => {
    const input = 'x'.repeat(5_000_000);
    await expect(runEngine({ command: 'true', args: [], input })).resolves.toBeUndefined();
  });

  it('reports a missing program', async () => {
    await expect(runEngine({ command: 'no-such-engine', args: [] })).rejects.toThrow(EngineUnavailableError);
  });

  it.skipIf(findExecutable('setpriv') === null)(
    'leaves no program running if its own process is killed',
    async () => {
      const engines = new URL('../../../worker/engines/run-engine.ts', import.meta.url).href;
      const code = `const { runEngine } = await import(${JSON.stringify(engines)});
      await runEngine({ command: 'sh', args: ['-c', 'echo $$; exec sleep 60'], onLine: (pid) => process.stdout.write(pid + '\\n') });`;
      const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
        cwd: new URL('../../..', import.meta.url),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
      const pid = Number(line);
      expect(isAlive(pid)).toBe(true);
      parent.kill('SIGKILL');
      for (let i = 0; i < 50 && isAlive(pid); i += 1) await sleep(50);
      expect(isAlive(pid)).toBe(false);
    },
  );
});
