/** Runs ffmpeg (and flite and espeak-ng) as children that end with the caller's signal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withGuards } from '../bin/lib/processes.mjs';

export interface Tools {
  ffmpegPath: string;
  signal: AbortSignal;
}

const running = new Set<ChildProcess>();
let arePaused = false;

/**
 * Stops all programs where they are. One that has just started is stopped by the next call: it would not end with
 * this process if it were stopped before setpriv has tied it.
 */
export function pausePrograms(): void {
  arePaused = true;
  for (const child of running) if (isTied(child)) child.kill('SIGSTOP');
}

/** Whether setpriv has become the program, or does not exist. */
function isTied({ pid }: ChildProcess): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0--pdeathsig\0');
  } catch {
    return false;
  }
}

export function resumePrograms(): void {
  if (!arePaused) return;
  arePaused = false;
  for (const child of running) child.kill('SIGCONT');
}

/** Runs one program to its end in `cwd` and returns its output; throws with its last lines when it fails. */
export async function run(
  program: string,
  args: string[],
  { cwd, signal }: { cwd?: string; signal: AbortSignal },
): Promise<string> {
  signal.throwIfAborted();
  // A paused program would never end without this process.
  const [command = '', ...tied] = withGuards({ command: program, args, deathSignal: 'SIGKILL' });
  const child = spawn(command, tied, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  // SIGKILL: the output is in a temporary folder, so there is nothing to finish in order.
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4000)));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${stderr.trim().slice(-600)}`);
    return stdout;
  } finally {
    signal.removeEventListener('abort', kill);
    running.delete(child);
  }
}

/** The first arguments of every ffmpeg call. */
export const QUIET = ['-nostdin', '-hide_banner', '-v', 'error', '-y'];

export type Speech = 'ffmpeg' | 'flite' | 'none';

export interface Abilities {
  /** How flite's voices speak. */
  speech: Speech;
  /** Whether espeak-ng can speak. */
  espeak: boolean;
  /** Whether this ffmpeg premultiplies the alpha of SVG images, as 5.1 does. */
  premultiplied: boolean;
}

/** Detects this machine's abilities; throws one clear sentence when it cannot draw at all. */
export async function probeTools({ ffmpegPath, signal }: Tools): Promise<Abilities> {
  const list = (what: string) => run(ffmpegPath, ['-hide_banner', what], { signal });
  const [filters, decoders] = await Promise.all([list('-filters'), list('-decoders')]);
  if (!/\blibrsvg\b/.test(decoders)) {
    throw new Error('The sample library needs an ffmpeg built with librsvg; this one cannot read SVG.');
  }
  const premultiplied = await drawsPremultiplied({ ffmpegPath, signal });
  const voices = await run('espeak-ng', ['--voices'], { signal }).catch(() => '');
  signal.throwIfAborted();
  const able = { espeak: /\bhi\b/.test(voices) && /\bbn\b/.test(voices), premultiplied };
  if (/\sflite\s/.test(filters)) return { speech: 'ffmpeg', ...able };
  const flite = await run('flite', ['-lv'], { signal }).catch(() => '');
  signal.throwIfAborted();
  return { speech: /\brms\b/.test(flite) ? 'flite' : 'none', ...able };
}

/** Draws half-transparent white and checks whether the result is white or grey. */
async function drawsPremultiplied({ ffmpegPath, signal }: Tools): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'svg-probe-'));
  try {
    const file = join(folder, 'half.svg');
    const half = '<rect width="8" height="8" fill="#fff" opacity="0.5"/>';
    await writeFile(file, `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${half}</svg>`);
    const output = ['-f', 'rawvideo', '-pix_fmt', 'rgba', 'half.rgba'];
    await run(ffmpegPath, [...QUIET, '-i', 'half.svg', ...output], { cwd: folder, signal });
    return (await readFile(join(folder, 'half.rgba')))[0]! < 200;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
