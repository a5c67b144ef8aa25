import { describe, expect, it } from 'vitest';
import { partOfWords } from '#film/time/cuts.ts';
import { silencesIn } from '#film/time/silences.ts';

/** Returns a part of a video by its start and end in seconds. */
const part = (start: number, end: number) => ({ startMs: start * 1000, endMs: end * 1000 });
const scan = (facts: object = {}) => ({
  durationMs: 60_000,
  audio: {},
  silences: [part(1, 3), part(10, 20)],
  loudness: { integratedLufs: -20 },
  ...facts,
});
const ALL = part(0, 60);

describe('the silences of a video', () => {
  it('the silences of a video are those that its scan measured, inside the range', () => {
    expect(silencesIn(scan(), null, ALL)).toEqual([part(1, 3), part(10, 20)]);
    expect(silencesIn(scan(), null, part(2, 12))).toEqual([part(2, 3), part(10, 12)]);
  });

  // product 19.7
  it('leave out quiet speech that a detector found', () => {
    const speech = [part(0, 1.5), part(11.8, 13.3), part(14.8, 16.3)];
    // Stored stretches are longer than the speech: by 0.2 s before it and 0.3 s after it.
    expect(silencesIn(scan(), speech, ALL)).toEqual([part(1.2, 3), part(10, 12), part(13, 15), part(16, 20)]);
  });

  it('silences are unknown in a recording as quiet as silence, unless a detector found its speech', () => {
    const quiet = scan({ loudness: { integratedLufs: -40 } });
    expect(silencesIn(quiet, null, ALL)).toBeUndefined();
    expect(silencesIn(quiet, [part(0.8, 60)], ALL)).toEqual([]);
  });

  it('cover everything in a video without audio', () => {
    const mute = scan({ audio: null, silences: [], loudness: null });
    expect(silencesIn(mute, null, part(5, 70))).toEqual([part(5, 60)]);
  });
});

describe('words that are cut', () => {
  const cut = (nextStart: number, silences?: ReturnType<typeof part>[]) =>
    partOfWords(part(1, 1.4), part(1.5, 2), { next: part(nextStart, nextStart + 0.5), silences });

  // product 19.4
  it('words that are cut include a short pause, whatever its audio', () => {
    expect(cut(2.7)).toEqual(part(1, 2.65));
    expect(cut(2.7, [])).toEqual(part(1, 2.65));
  });

  // product 19.4
  it('words that are cut include a long gap only as far as it is silent', () => {
    expect(cut(14)).toEqual(part(1, 2));
    expect(cut(14, [part(5, 14)])).toEqual(part(1, 2));
    expect(cut(14, [part(2.2, 5)])).toEqual(part(1, 5));
    expect(cut(14, [part(2.2, 13.8)])).toEqual(part(1, 13.95));
  });

  it('words that are cut end with the last word of a section', () => {
    expect(partOfWords(part(1, 1.4), part(1.5, 2), { silences: [part(2, 9)] })).toEqual(part(1, 2));
  });
});
