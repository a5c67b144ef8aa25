import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergeChunks, planChunks } from '../../worker/transcribers/chunks.ts';
import { cutWav, readWavInfo, wavHeader } from '../../worker/audio/wav.ts';

const silences = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 100, max: 5000 })))
  .map((list) => list.map(([startMs, length]) => ({ startMs, endMs: startMs + length })));

describe('planChunks', () => {
  it('covers the whole sound in order, in chunks of about the same length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), silences, (durationMs, silences) => {
        const chunks = planChunks({ durationMs, silences });
        expect(chunks[0]!.startMs).toBe(0);
        expect(chunks.at(-1)!.endMs).toBe(durationMs);
        for (const [i, chunk] of chunks.entries()) {
          const length = chunk.endMs - chunk.startMs;
          expect(chunk.startMs).toBe(chunks[i - 1]?.endMs ?? 0);
          expect(length).toBeGreaterThan(chunks.length > 1 ? 90_000 : 0);
          expect(length).toBeLessThan(700_000);
        }
      }),
    );
  });

  it('cuts in the middle of a silence near the even place', () => {
    const chunks = planChunks({ durationMs: 600_000, silences: [{ startMs: 309_000, endMs: 310_000 }] });
    expect(chunks).toEqual([
      { startMs: 0, endMs: 309_500 },
      { startMs: 309_500, endMs: 600_000 },
    ]);
  });

  it('cuts evenly where there is no silence, and leaves no tiny tail', () => {
    const chunks = planChunks({ durationMs: 310_000, silences: [] });
    expect(chunks).toHaveLength(1);
    expect(planChunks({ durationMs: 600_000, silences: [] })[0]!.endMs).toBe(300_000);
    expect(planChunks({ durationMs: 0, silences: [] })).toEqual([]);
  });
});

describe('mergeChunks', () => {
  it("puts words on the whole sound's clock, whatever the order of the chunks", () => {
    const word = (startMs: number) => ({ text: 'a', startMs, endMs: startMs + 100, confidence: 1 });
    const merged = mergeChunks([
      { chunk: { startMs: 5000, endMs: 9000 }, words: [word(0), word(3950)] },
      { chunk: { startMs: 0, endMs: 5000 }, words: [word(10)] },
    ]);
    expect(merged.map((w) => [w.startMs, w.endMs])).toEqual([
      [10, 110],
      [5000, 5100],
      [8950, 9000],
    ]);
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

  it('gives chunks that make up the sound again, byte for byte', async () => {
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

  it('finds the sound behind other chunks, and believes the file about its length', async () => {
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
  ])('refuses a file that is no sound: %s', async (name, content) => {
    const path = join(folder, `${name}.wav`);
    await writeFile(path, content, 'latin1');
    await expect(readWavInfo(path)).rejects.toThrow(/WAV/);
  });
});
