import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { withGuards } from '../../../bin/lib/processes.mjs';
import { detectLauncher, tiedCommand } from '#core/ffmpeg/launcher.ts';

const LIMITS = { addressBytes: 2 ** 36, fileBytes: 2 ** 30 };
const ECHO = { command: 'printf', args: ['%s|', 'one two', '', '$HOME'] };

function worker(): string[] {
  const { command, args } = tiedCommand(detectLauncher(), ECHO.command, ECHO.args, {
    nice: 0,
    limits: LIMITS,
  });
  return [command, ...args];
}
const start = (): string[] => withGuards({ ...ECHO, deathSignal: 'SIGKILL' });

describe.runIf(detectLauncher().tie === 'setpriv')('a program that ends with its parent', () => {
  const output = ([command = '', ...args]: string[]) => spawnSync(command, args, { encoding: 'utf8' }).stdout;

  it.each([
    ['a worker', worker],
    ['npm start', start],
  ])('runs with its arguments if %s is its parent, and not if its parent has ended', (_name, commandOf) => {
    const line = commandOf();
    expect(output(line)).toBe('one two||$HOME|');
    const ended = line.map((part) => (part === String(process.pid) ? '1' : part));
    expect(output(ended)).toBe('');
  });
});
