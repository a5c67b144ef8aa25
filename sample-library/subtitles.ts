/** The subtitles of a video's speech, with its actual times. */
import { SAMPLE_RATE, type SpokenShot } from './speech.ts';
import type { Shot } from './types.ts';

export interface Cue {
  /** In seconds from the video's start. */
  start: number;
  end: number;
  text: string;
}

/** One cue for each sentence; `lengths` are the shots' in seconds. */
export function cuesOf(shots: Shot[], spoken: SpokenShot[], lengths: number[]): Cue[] {
  let shotStart = 0;
  return shots.flatMap((shot, i) => {
    const { starts, sentences } = spoken[i]!;
    const cues = sentences.map((samples, j) => {
      const start = shotStart + starts[j]!;
      return { start, end: start + samples.length / SAMPLE_RATE, text: shot.lines[j]! };
    });
    shotStart += lengths[i]!;
    return cues;
  });
}

export function toSrt(cues: Cue[]): string {
  return cues.map((cue, i) => `${i + 1}\n${timing(cue, ',')}\n${cue.text}\n`).join('\n');
}

export function toVtt(cues: Cue[]): string {
  return `WEBVTT\n\n${cues.map((cue) => `${timing(cue, '.')}\n${cue.text}\n`).join('\n')}`;
}

function timing({ start, end }: Cue, point: string): string {
  return `${clock(start, point)} --> ${clock(end, point)}`;
}

function clock(seconds: number, point: string): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const whole = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  return `${whole}${point}${String(ms % 1000).padStart(3, '0')}`;
}
