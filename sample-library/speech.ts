/** Speaks sentences with flite or espeak-ng, and places them in the shots. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QUIET, run, type Abilities, type Tools } from './ffmpeg.ts';
import type { Shot, Voice } from './types.ts';

export const SAMPLE_RATE = 48_000;
const LEAD = 0.5;
const PAUSE = 0.65;
const TAIL = 0.45;
const SECONDS_PER_WORD = 0.36;
/** espeak-ng's pace, in words a minute: a little slower than its default. */
const ESPEAK_PACE = '145';

export interface SpokenShot {
  /** Where each sentence starts, in seconds from the start of the shot. */
  starts: number[];
  sentences: Float32Array[];
  seconds: number;
}

/** Whether this machine has the voice. */
export function canSpeak(voice: Voice, able: Abilities): boolean {
  return typeof voice === 'string' ? able.speech !== 'none' : able.espeak;
}

/** One mono recording at 48 kHz for each line, without silent edges. */
async function speakLines(lines: string[], voice: Voice, cwd: string, able: Abilities, tools: Tools) {
  // Relative names inside the working folder: nothing needs escaping in the filter's own syntax.
  const inputs: string[] = [];
  const outputs: string[] = [];
  for (const [i, line] of lines.entries()) {
    await writeFile(join(cwd, `line${i}.txt`), line);
    if (typeof voice !== 'string') {
      const args = ['-v', voice.espeak, '-s', ESPEAK_PACE, '-f', `line${i}.txt`, '-w', `line${i}.wav`];
      await run('espeak-ng', args, { cwd, signal: tools.signal });
      inputs.push('-i', `line${i}.wav`);
    } else if (able.speech === 'flite') {
      const args = ['-voice', voice, '-f', `line${i}.txt`, '-o', `line${i}.wav`];
      await run('flite', args, { cwd, signal: tools.signal });
      inputs.push('-i', `line${i}.wav`);
    } else {
      inputs.push('-f', 'lavfi', '-i', `flite=textfile=line${i}.txt:voice=${voice}`);
    }
    outputs.push('-map', `${i}:a`, '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 'f32le', `line${i}.pcm`);
  }
  await run(tools.ffmpegPath, [...QUIET, ...inputs, ...outputs], { cwd, signal: tools.signal });
  return Promise.all(
    lines.map(async (_, i) => {
      const bytes = await readFile(join(cwd, `line${i}.pcm`));
      return trimSilence(new Float32Array(Uint8Array.from(bytes).buffer));
    }),
  );
}

function trimSilence(samples: Float32Array): Float32Array {
  const threshold = 0.01;
  const margin = Math.round(0.04 * SAMPLE_RATE);
  const first = samples.findIndex((value) => Math.abs(value) > threshold);
  const last = samples.findLastIndex((value) => Math.abs(value) > threshold);
  return first < 0 ? samples : samples.subarray(Math.max(0, first - margin), last + margin);
}

/** Determines the length of every shot: that of its sentences, or, without a voice, an estimate. */
export async function speakShots(
  shots: Shot[],
  voice: Voice | undefined,
  cwd: string,
  able: Abilities,
  tools: Tools,
): Promise<SpokenShot[]> {
  const lines = shots.flatMap((shot) => shot.lines);
  const spoken =
    voice && canSpeak(voice, able) && lines.length > 0
      ? await speakLines(lines, voice, cwd, able, tools)
      : undefined;
  let next = 0;
  return shots.map((shot) => {
    const sentences: Float32Array[] = [];
    const starts: number[] = [];
    let at = LEAD;
    for (const line of shot.lines) {
      const samples = spoken?.[next++];
      if (samples) sentences.push(samples);
      starts.push(at);
      at += (samples ? samples.length / SAMPLE_RATE : line.split(' ').length * SECONDS_PER_WORD) + PAUSE;
    }
    const needed = shot.lines.length > 0 ? at - PAUSE + TAIL : 0;
    return { starts, sentences, seconds: Math.max(shot.seconds, needed) };
  });
}
