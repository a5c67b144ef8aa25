import { mkdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeWhole } from '#core/ffmpeg/verify.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import type { ChosenTransition } from '#film/transitions/transitions.ts';
import { UnfitSectionsError } from '../../../worker/media/join.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { type FilmSection, joinRendered } from '../../helpers/films/join-rendered.ts';
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
import { itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
const ffmpeg = testFfmpeg();

let low: FilmSection;
let high: FilmSection;
let short: FilmSection;

/** Edges with a second of the same shot and of audio without words on either side. */
const FREE = { handleMs: 1000, insideMs: 1000, outsideMs: 1000 };

async function section(source: string, startMs: number, endMs: number): Promise<FilmSection> {
  const path = at(`${source}-${startMs}-${endMs}.mov`);
  const spec = await sectionOf(at(source), { startMs, endMs });
  const { frames } = await renderSection(spec, { ffmpeg, outFile: path });
  return { path, frames, sectionId: path, title: source, spec, edges: { start: FREE, end: FREE } };
}

beforeAll(async () => {
  // Noises of the same loudness, each different, so that their powers add up.
  const noise = (seed: number) => `anoisesrc=r=48000:a=0.3:c=white:seed=${seed}`;
  const picture = counting(320, 180, '30', 6);
  await makeSource(at('low.mkv'), { seconds: 6, picture, sound: noise(1), args: ['-c:a', 'pcm_s16le'] });
  await makeSource(at('high.mkv'), { seconds: 6, picture, sound: noise(2), args: ['-c:a', 'pcm_s16le'] });
  low = await section('low.mkv', 1000, 5000);
  high = await section('high.mkv', 1000, 5000);
  short = await section('low.mkv', 1000, 1700);
});

/** Returns the level of one frequency in these samples, in dB. */
function toneDb(samples: Float32Array, hertz: number): number {
  const [sine, cosine] = [Math.sin, Math.cos].map((wave) =>
    samples.reduce((sum, value, n) => sum + value * wave((2 * Math.PI * hertz * n) / 48_000), 0),
  );
  return 20 * Math.log10((2 * Math.hypot(sine!, cosine!)) / samples.length + 1e-9);
}

let films = 0;
/** Renders a film of these sections, each with the requested transition after it. */
async function film(sections: FilmSection[], transitions: ChosenTransition[]) {
  const workDir = at(`film-${films++}`);
  await mkdir(workDir);
  const joined = await joinRendered(sections, { wishes: transitions, width: 320, height: 180, workDir });
  await decodeWhole(ffmpeg, joined.outFile);
  return { ...joined, seen: (await lumas(joined.outFile)).map(countOf) };
}
const crossfade = (transitionSeconds: number): ChosenTransition => ({
  transition: 'crossfade',
  transitionSeconds,
});
const dip = (transitionSeconds: number): ChosenTransition => ({ transition: 'dip', transitionSeconds });
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
  // product 4.76
  it('continues both sources beyond the cut, and adds no time to the film', async () => {
    const { seen, durationMs, outFile } = await film([low, high], [crossfade(1), crossfade(1)]);
    expect(durationMs).toBe(8000);
    expect(seen.slice(0, 105)).toEqual(count(30, 135));
    // Both show the same numbers: frames 135 to 165 of one source over frames 15 to 45 of the other.
    expect(seen.slice(105, 135)).toEqual(count(135, 165));
    expect(seen.slice(135)).toEqual(count(45, 150));
    const json = JSON.parse(await ffprobe(outFile, '-of', 'json', '-show_chapters')) as {
      chapters: { start_time: string }[];
    };
    expect(json.chapters.map(({ start_time: start }) => Number(start))).toEqual([0, 4]);
  });

  // product 4.76
  itInFullTier('holds a frame if the shot ends with the section', async () => {
    const edge = { ...FREE, handleMs: 200 };
    const sections = [low, high].map((one) => ({ ...one, edges: { start: edge, end: edge } }));
    const { seen, durationMs } = await film(sections, [crossfade(1), crossfade(1)]);
    expect(durationMs).toBe(8000);
    expect(seen.slice(0, 105)).toEqual(count(30, 135));
    expect(seen.slice(135)).toEqual(count(45, 150));
    // Until six frames before the cut, the second section's source is held; from six frames after it, the
    // first one's.
    const mixed = (first: number, second: number, part: number) =>
      (first % 20) * (1 - part) + (second % 20) * part;
    expect(Math.abs(seen[108]! - mixed(138, 24, 3 / 30))).toBeLessThan(1);
    expect(Math.abs(seen[132]! - mixed(155, 42, 27 / 30))).toBeLessThan(1);
  });

  // product 4.76
  itInFullTier('preserves the power of the audio', async () => {
    const { outFile } = await film([low, high], [crossfade(2), crossfade(2)]);
    const samples = await samplesOf(outFile);
    const level = (from: number, to: number) => levelDb(samples.subarray(from * 48_000, to * 48_000));
    const usual = level(0.5, 1.5);
    for (let second = 2.8; second < 5.2; second += 0.05)
      expect(Math.abs(level(second, second + 0.05) - usual)).toBeLessThan(1);
  });

  // product 4.76
  it('mixes no audio into words at its cut, and cuts none of them short', async () => {
    const tone = async (name: string, hertz: number) => {
      const sound = `sine=f=${hertz}:r=48000`;
      await makeSource(at(name), { seconds: 6, sound, args: ['-c:a', 'pcm_s16le'] });
      return section(name, 1000, 5000);
    };
    const talking = { handleMs: 1000, insideMs: 0, outsideMs: 0 };
    const pausing = { handleMs: 1000, insideMs: 200, outsideMs: 0 };
    const [first, second] = [await tone('first.mkv', 400), await tone('second.mkv', 1500)];
    const levels = async (end: typeof talking, start: typeof talking) => {
      const edges = [
        { start: FREE, end },
        { start, end: FREE },
      ];
      const sections = [first, second].map((one, index) => ({ ...one, edges: edges[index]! }));
      const { outFile } = await film(sections, [crossfade(2), crossfade(2)]);
      const samples = await samplesOf(outFile);
      return (hertz: number, from: number, to: number) =>
        toneDb(samples.subarray(from * 48_000, to * 48_000), hertz);
    };
    const words = await levels(talking, talking);
    const usual = [words(400, 1, 1.5), words(1500, 6, 6.5)] as const;
    expect(words(400, 3.5, 3.98)).toBeCloseTo(usual[0], 0);
    expect(words(1500, 4.02, 4.5)).toBeCloseTo(usual[1], 0);
    expect(words(1500, 3, 3.98)).toBeLessThan(usual[1] - 30);
    expect(words(400, 4.02, 5)).toBeLessThan(usual[0] - 30);
    const pauses = await levels(pausing, talking);
    expect(pauses(400, 3.3, 3.78)).toBeCloseTo(usual[0], 0);
    expect(pauses(400, 3.9, 4)).toBeLessThan(usual[0] - 3);
    expect(pauses(1500, 4.02, 4.5)).toBeCloseTo(usual[1], 0);
  });

  // product 4.76
  itInFullTier('shows no caption where those of both sections would overlap', async () => {
    await makeSource(at('black.mkv'), { picture: 'color=c=black:s=320x180:r=30', seconds: 6, sound: null });
    const captioned = async (name: string, line: string): Promise<FilmSection> => {
      const plain = await sectionOf(at('black.mkv'), { startMs: 1000, endMs: 5000 });
      const cue = { startMs: 0, endMs: 4000, lines: [line], words: [] };
      const spec = { ...plain, text: { title: null, cues: [cue], look: PLAIN_CAPTIONS } };
      await mkdir(at(name));
      const path = at(`${name}/section.mov`);
      const { frames } = await renderSection(spec, { ffmpeg, outFile: path });
      const timedCue = { ...cue, startMs: name === 'one' ? 0 : 500, endMs: name === 'one' ? 3500 : 4000 };
      return {
        path,
        frames,
        sectionId: path,
        title: name,
        spec: { ...spec, text: { ...spec.text, cues: [timedCue] } },
        edges: { start: FREE, end: FREE },
      };
    };
    const sections = [await captioned('one', 'WWWWWWWW'), await captioned('two', 'MMMMMMMM')];
    const { outFile } = await film(sections, [crossfade(1), crossfade(1)]);
    const lights = await lumas(outFile);
    const [dark, lit] = [lights.slice(105, 135), [...lights.slice(0, 105), ...lights.slice(135)]];
    expect(Math.max(...dark)).toBeLessThan(16.1);
    expect(Math.min(...lit)).toBeGreaterThan(16.4);
  });
});

describe('a dip to black', () => {
  // product 4.76
  it('fades through black and silence, and adds no time to the film', async () => {
    const { seen, durationMs, outFile } = await film([low, high], [dip(1), dip(1)]);
    expect(durationMs).toBe(8000);
    expect(seen.slice(0, 105)).toEqual(count(30, 135));
    expect(seen.slice(135)).toEqual(count(45, 150));
    const lights = await lumas(outFile);
    expect(Math.min(...lights.slice(118, 122))).toBeLessThan(18);
    const samples = await samplesOf(outFile);
    expect(levelDb(samples.subarray(3.98 * 48_000, 4.02 * 48_000))).toBeLessThan(
      levelDb(samples.subarray(0, 48_000)) - 20,
    );
  });
});

describe('the film around its transitions', () => {
  // product 4.78
  itInFullTier('is copied from the sections, not encoded again', async () => {
    const { outFile, transitions } = await film([low, high], [crossfade(0.4), dip(1)]);
    const { from, to } = transitions[0]!;
    expect(from).toBe(60);
    const inFilm = await packets(outFile);
    expect(inFilm.slice(0, from)).toEqual((await packets(low.path)).slice(0, from));
    expect(inFilm.slice(-(120 - to))).toEqual((await packets(high.path)).slice(to));
  });

  // product 4.77
  itInFullTier(
    'may be empty: a short section with transitions at both ends retains every frame',
    async () => {
      const { seen, durationMs } = await film([low, short, high], [crossfade(2), dip(2), dip(2)]);
      // Half of its 21 frames each: 10 of both on either side of the crossfade, 10 of both dipped.
      expect(durationMs).toBe(Math.round(((120 + 21 + 120) * 1000) / 30));
      expect(seen.slice(0, 110)).toEqual(count(30, 140));
      expect(seen[130]).toBe((30 + 10) % 20);
      expect(seen.slice(151)).toEqual(count(40, 150));
    },
  );

  it('names a damaged transition, and not its neighbouring sections', async () => {
    const { transitions, join } = await film([low, high, low], [dip(0.4), crossfade(0.4), dip(1)]);
    transitions[1]!.path = short.path;
    const error = await join().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnfitSectionsError);
    expect(error).toMatchObject({ places: [], transitions: [1] });
  });
});
