import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evenChunks } from '#core/hearing/even-chunks.ts';
import { planChunks, unjoin, widen } from '../../../worker/transcribers/chunks.ts';
import { cutWav, joinWav, readWavInfo, wavHeader } from '../../../worker/audio/wav.ts';

/** Stretches of speech in order, and the length of their audio. */
const speeches = fc
  .array(fc.tuple(fc.integer({ min: 250, max: 60_000 }), fc.integer({ min: 100, max: 20_000 })))
  .map((list) => {
    let at = 0;
    const speech = list.map(([gap, length]) => {
      const startMs = at + gap;
      at = startMs + length;
      return { startMs, endMs: at };
    });
    return { speech, durationMs: at + 50 };
  });
const word = (startMs: number, endMs: number, text = 'a') => ({ text, startMs, endMs, confidence: 1 });

describe('widen', () => {
  it('preserves order, stays inside the audio, and neither overlaps nor loses anything', () => {
    fc.assert(
      fc.property(speeches, ({ speech, durationMs }) => {
        const wide = widen(speech, durationMs);
        for (const [i, { startMs, endMs }] of wide.entries()) {
          expect(startMs).toBeGreaterThanOrEqual(wide[i - 1]?.endMs ?? 0);
          expect(startMs).toBeLessThanOrEqual(speech[i]!.startMs);
          expect(endMs).toBeGreaterThanOrEqual(speech[i]!.endMs);
          expect(endMs).toBeLessThanOrEqual(durationMs);
        }
      }),
    );
  });

  it('adds a fifth of a second before and 0.3 s after, and divides shorter gaps', () => {
    const speech = [
      { startMs: 1000, endMs: 2000 },
      { startMs: 2200, endMs: 3000 },
    ];
    expect(widen(speech, 10_000)).toEqual([
      { startMs: 800, endMs: 2100 },
      { startMs: 2100, endMs: 3300 },
    ]);
  });
});

describe('planChunks', () => {
  // product 11.2
  it('includes every span once, in order, in chunks with about the same amount of speech', () => {
    const length = (chunk: { startMs: number; endMs: number }[]) =>
      chunk.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    fc.assert(
      fc.property(speeches, ({ speech }) => {
        const chunks = planChunks(speech);
        expect(chunks.flat()).toEqual(speech);
        for (const chunk of chunks) {
          expect(length(chunk)).toBeGreaterThan(0);
          expect(length(chunk)).toBeLessThan(120_000 * 1.25 + 20_000);
        }
      }),
    );
  });

  /** Returns stretches of 10 s of speech with pauses of 1 s. */
  const talk = (stretches: number) =>
    Array.from({ length: stretches }, (_, i) => ({ startMs: i * 11_000, endMs: i * 11_000 + 10_000 }));

  it('creates no tiny last chunk, and none without speech', () => {
    expect(planChunks(talk(3))).toHaveLength(1);
    expect(planChunks(talk(31)).map((chunk) => chunk.length)).toEqual([8, 7, 8, 8]);
    expect(planChunks([])).toEqual([]);
  });

  it('divides any length among 2, 4 and 8 cores so that none has 10% more than its share', () => {
    for (const cores of [2, 4, 8]) {
      for (let seconds = 150 * cores; seconds < 5000; seconds += 70) {
        const chunks = planChunks(talk(seconds / 10));
        const turns = Math.ceil(chunks.length / cores);
        const longest = Math.max(...chunks.map((chunk) => chunk.length));
        const share = chunks.flat().length / cores;
        expect([cores, seconds, turns * longest <= share * 1.1 + turns]).toEqual([cores, seconds, true]);
      }
    }
  });
});

describe('evenChunks', () => {
  it('is 1, 2, 4, 8 or a multiple of 8, with at most 150 s of speech in each chunk', () => {
    const lengths = [
      0, 39_999, 40_000, 300_000, 300_001, 510_000, 1_000_000, 1_200_000, 1_200_001, 3_600_000,
    ];
    expect(lengths.map(evenChunks)).toEqual([1, 1, 2, 2, 4, 4, 8, 8, 16, 24]);
  });
});

describe('unjoin', () => {
  // product 11.2
  it('maps every word to the whole recording, inside its span: none twice, none lost', () => {
    fc.assert(
      fc.property(speeches, fc.integer({ min: 0, max: 1000 }), ({ speech }, gapMs) => {
        let at = 0;
        // One word fills each stretch, with the times in the joined audio.
        const words = speech.map(({ startMs, endMs }, i) => {
          const from = at;
          at += endMs - startMs + gapMs;
          return word(from, from + endMs - startMs, String(i));
        });
        expect(unjoin(words, speech, gapMs)).toEqual(
          speech.map(({ startMs, endMs }, i) => word(startMs, endMs, String(i))),
        );
      }),
    );
  });

  it('assigns a word at a seam to the span of its middle, and cuts it there', () => {
    const speech = [
      { startMs: 1000, endMs: 2000 },
      { startMs: 5000, endMs: 6000 },
    ];
    // The joined audio: 0 to 1000, silence, 1600 to 2600.
    expect(unjoin([word(900, 1200), word(1500, 1800), word(2500, 2700)], speech, 600)).toEqual([
      word(1900, 2000),
      word(5000, 5200),
      word(5900, 6000),
    ]);
    expect(unjoin([word(0, 10)], [], 600)).toEqual([]);
  });
});

describe('cutWav', () => {
  let folder: string;
  const rate = 16_000;
  const samples = Int16Array.from({ length: rate * 3 + 7 }, (_, i) => (i % 65_536) - 32_768);
  const data = Buffer.from(samples.buffer);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutroom-chunks-'));
    await writeFile(
      join(folder, 'all.wav'),
      Buffer.concat([wavHeader({ sampleRate: rate, channels: 1, dataBytes: data.length }), data]),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('creates chunks that add up to the recording, byte for byte', async () => {
    const cuts = [0, 713, 1999, 3000];
    const parts: Buffer[] = [];
    for (let i = 1; i < cuts.length; i += 1) {
      const out = join(folder, `part-${i}.wav`);
      await cutWav(join(folder, 'all.wav'), out, { startMs: cuts[i - 1]!, endMs: cuts[i]! });
      const info = await readWavInfo(out);
      expect(info.sampleRate).toBe(rate);
      parts.push((await readFile(out)).subarray(info.dataOffset));
    }
    expect(Buffer.concat(parts).equals(data)).toBe(true);
  });

  it('joins several ranges, with silence after each', async () => {
    const out = join(folder, 'joined.wav');
    const spans = [
      { startMs: 100, endMs: 200 },
      { startMs: 2900, endMs: 9000 },
    ];
    await joinWav(join(folder, 'all.wav'), out, spans, 50);
    const info = await readWavInfo(out);
    const at = (ms: number) => ms * 32;
    const silence = Buffer.alloc(at(50));
    const expected = [data.subarray(at(100), at(200)), silence, data.subarray(at(2900)), silence];
    expect((await readFile(out)).subarray(info.dataOffset).equals(Buffer.concat(expected))).toBe(true);
    expect(info.dataBytes).toBe(Buffer.concat(expected).length);
  });

  it('finds the audio after other chunks, and trusts the file size', async () => {
    const list = Buffer.concat([Buffer.from('LIST\x05\0\0\0INFOx\0', 'latin1')]);
    const header = wavHeader({ sampleRate: rate, channels: 1, dataBytes: 0xffffffff - 36 });
    const path = join(folder, 'piped.wav');
    await writeFile(path, Buffer.concat([header.subarray(0, 36), list, header.subarray(36), data]));
    expect(await readWavInfo(path)).toMatchObject({ durationMs: 3000, dataBytes: data.length });
  });

  it.each([
    ['empty', ''],
    ['text', '#EXTM3U and more text than a header has'],
    ['header alone', 'RIFF\0\0\0\0WAVE'],
  ])('refuses a file without audio: %s', async (name, content) => {
    const path = join(folder, `${name}.wav`);
    await writeFile(path, content, 'latin1');
    await expect(readWavInfo(path)).rejects.toThrow(/WAV/);
  });
});
