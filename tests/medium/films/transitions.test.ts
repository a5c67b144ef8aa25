import { mkdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeWhole } from '#core/ffmpeg/verify.ts';
import type { TransitionWish } from '#contract/transitions.ts';
import { type JoinSection, UnfitSectionsError } from '../../../worker/media/join.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { joinRendered } from '../../helpers/films/join-rendered.ts';
import {
  counting,
  countOf,
  ffprobe,
  levelDb,
  lumas,
  makeSource,
  samplesOf,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const ffmpeg = testFfmpeg();

let low: JoinSection;
let high: JoinSection;
let short: JoinSection;

async function section(source: string, startMs: number, endMs: number): Promise<JoinSection> {
  const path = at(`${source}-${startMs}-${endMs}.mov`);
  const { frames } = await renderSection(await sectionOf(at(source), { startMs, endMs }), {
    ffmpeg,
    outFile: path,
  });
  return { path, frames, sectionId: path, title: source };
}

beforeAll(async () => {
  // Noise of one loudness, other in each, so that their powers add up.
  const noise = (seed: number) => `anoisesrc=r=48000:a=0.3:c=white:seed=${seed}`;
  const picture = counting(320, 180, '30', 6);
  await makeSource(at('low.mkv'), { seconds: 6, picture, sound: noise(1), args: ['-c:a', 'pcm_s16le'] });
  await makeSource(at('high.mkv'), { seconds: 6, picture, sound: noise(2), args: ['-c:a', 'pcm_s16le'] });
  low = await section('low.mkv', 0, 5000);
  high = await section('high.mkv', 0, 5000);
  short = await section('low.mkv', 1000, 1700);
});

let films = 0;
/** A film of these sections, each with its wish for the join after it. */
async function film(sections: JoinSection[], wishes: TransitionWish[]) {
  const workDir = at(`film-${films++}`);
  await mkdir(workDir);
  const made = await joinRendered(sections, { wishes, width: 320, height: 180, workDir });
  await decodeWhole(ffmpeg, made.outFile);
  return { ...made, seen: (await lumas(made.outFile)).map(countOf) };
}
const crossfade = (transitionSeconds: number): TransitionWish => ({
  transition: 'crossfade',
  transitionSeconds,
});
const dip = (transitionSeconds: number): TransitionWish => ({ transition: 'dip', transitionSeconds });
const count = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => (from + i) % 20);
const packets = async (path: string) => {
  const printed = await ffprobe(
    path,
    '-select_streams',
    'v',
    '-show_entries',
    'packet=data_hash',
    '-show_data_hash',
    'md5',
  );
  return printed.split('\n');
};

describe('a crossfade', () => {
  it('shows both sections at once, and every other frame of either at its time', async () => {
    const { seen, durationMs, outFile } = await film([low, high], [crossfade(1), crossfade(1)]);
    expect(durationMs).toBe(9000);
    expect(seen).toHaveLength(270);
    expect(seen.slice(0, 120)).toEqual(count(0, 120));
    expect(seen.slice(150)).toEqual(count(30, 150));
    const json = JSON.parse(await ffprobe(outFile, '-of', 'json', '-show_chapters')) as {
      chapters: { start_time: string }[];
    };
    expect(json.chapters.map(({ start_time: start }) => Number(start))).toEqual([0, 4.5]);
  });

  it('keeps the power of the sound', async () => {
    const { outFile } = await film([low, high], [crossfade(2), crossfade(2)]);
    const heard = await samplesOf(outFile);
    const level = (seconds: number) =>
      levelDb(heard.subarray((seconds - 0.1) * 48_000, (seconds + 0.1) * 48_000));
    const usual = level(1);
    for (const second of [3.2, 3.5, 4, 4.5, 4.8]) expect(Math.abs(level(second) - usual)).toBeLessThan(0.5);
  });
});

describe('a dip to black', () => {
  it('goes through black and silence, and takes no time from the film', async () => {
    const { seen, durationMs, outFile } = await film([low, high], [dip(1), dip(1)]);
    expect(durationMs).toBe(10_000);
    expect(seen.slice(0, 135)).toEqual(count(0, 135));
    expect(seen.slice(165)).toEqual(count(15, 150));
    const lights = await lumas(outFile);
    expect(Math.min(...lights.slice(148, 152))).toBeLessThan(18);
    const heard = await samplesOf(outFile);
    expect(levelDb(heard.subarray(4.98 * 48_000, 5.02 * 48_000))).toBeLessThan(
      levelDb(heard.subarray(0, 48_000)) - 20,
    );
  });
});

describe('the film around its transitions', () => {
  it('is copied from the sections, not encoded again', async () => {
    const { outFile, transitions } = await film([low, high], [crossfade(0.4), dip(1)]);
    const { from, to } = transitions[0]!;
    expect(from).toBeGreaterThan(60);
    const inFilm = await packets(outFile);
    expect(inFilm.slice(0, from)).toEqual((await packets(low.path)).slice(0, from));
    expect(inFilm.slice(-(150 - to))).toEqual((await packets(high.path)).slice(to));
  });

  it('may be nothing: a short section with a transition at both ends has every frame', async () => {
    const { seen, durationMs } = await film([low, short, high], [crossfade(2), dip(2), dip(2)]);
    // Half of its 21 frames each: 10 of both crossfaded, 10 of both dipped.
    expect(durationMs).toBe(Math.round(((150 + 21 + 150 - 10) * 1000) / 30));
    expect(seen.slice(0, 140)).toEqual(count(0, 140));
    expect(seen[150]).toBe((30 + 10) % 20);
    expect(seen.slice(171)).toEqual(count(10, 150));
  });

  it('names a damaged transition, and not the sections beside it', async () => {
    const { transitions, join } = await film([low, high, low], [dip(0.4), crossfade(0.4), dip(1)]);
    transitions[1]!.path = low.path;
    const error = await join().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnfitSectionsError);
    expect(error).toMatchObject({ places: [], transitions: [1] });
  });
});
