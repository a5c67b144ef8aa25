import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { entries } from '#core/config/variables.ts';
import { runEngine } from '../../../worker/engines/run-engine.ts';
import { testFfmpeg } from '../../helpers/media/lavfi.ts';

/** Secrets of an installation. */
const SECRETS = {
  ...Object.fromEntries(
    entries.filter(([, { secret }]) => secret).map(([name]) => [name, `canary-${name.toLowerCase()}`]),
  ),
  HTTP_PROXY: 'http://canary.example',
  NODE_OPTIONS: '--no-deprecation',
  ANYTHING_ELSE: 'canary-else',
};

let dir: string;
let program: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'environment-'));
  program = join(dir, 'prints-its-environment');
  await writeFile(program, '#!/bin/sh\nenv >&2\nenv\n');
  await chmod(program, 0o755);
});
afterAll(() => rm(dir, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

const WAYS: Record<string, (onLine: (line: string) => void) => Promise<unknown>> = {
  ffmpeg: (onLogLine) => testFfmpeg({ ffmpegPath: program }).run([], { onLogLine }),
  ffprobe: (onLogLine) => testFfmpeg({ ffprobePath: program }).probe([], { onLogLine }),
  'an engine': (onLine) => runEngine({ command: program, args: [], onLine }),
};

it.each(Object.entries(WAYS))('gives %s what it needs, and none of our secrets', async (_, run) => {
  for (const [name, value] of Object.entries(SECRETS)) vi.stubEnv(name, value);
  vi.stubEnv('TZ', 'Asia/Dhaka');
  const lines: string[] = [];
  await run((line) => lines.push(line));
  const names = lines.map((line) => line.split('=')[0]!);
  expect(names.filter((name) => name in SECRETS)).toEqual([]);
  expect(lines.join('\n')).not.toContain('canary');
  expect(lines).toContain('TZ=Asia/Dhaka');
  expect(lines).toContain(`PATH=${process.env['PATH']}`);
  expect(names).toContain('HOME');
});
