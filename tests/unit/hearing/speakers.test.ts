import { describe, expect, it } from 'vitest';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { groupVoices } from '../../../worker/speakers/group-voices.ts';
import { piecesOf, identifySpeakers } from '../../../worker/speakers/identify-speakers.ts';

/** Two voices with some noise, and `near`, which is between both. */
const ANN = [1, 0.1, 0];
const BOB = [0.1, 1, 0];
const piece = (embedding: number[], ms = 4000) => ({ embedding, ms });

describe('voices', () => {
  it('voices are grouped by similarity, numbered as they begin to speak', () => {
    const pieces = [ANN, BOB, [0.9, 0.2, 0.1], [0.2, 0.8, 0.1], [3, 0, 0]].map((one) => piece(one));
    expect(groupVoices(pieces)).toEqual([0, 1, 0, 1, 0]);
    expect(groupVoices([...pieces].toReversed())).toEqual([0, 1, 0, 1, 0]);
    expect(groupVoices([])).toEqual([]);
  });

  it('that become similar with more speech are merged', () => {
    // The first two differ from each other, and the third, a mix of both, resembles each.
    const pieces = [
      [1, -0.1, 0],
      [-0.1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
    ].map((one) => piece(one));
    expect(groupVoices(pieces)).toEqual([0, 0, 0, 0, 0]);
  });

  it('with less than three seconds of speech in total are not separate speakers', () => {
    expect(groupVoices([piece(ANN), piece([0, 0.1, 1], 900), piece(BOB)])).toEqual([0, 1, 1]);
    expect(groupVoices([piece(ANN, 900)])).toEqual([0]);
  });

  it('voices are limited to forty, however many pieces are different', () => {
    const pieces = Array.from({ length: 60 }, (_, i) =>
      piece(Array.from({ length: 60 }, (_, j) => +(i === j))),
    );
    expect(Math.max(...groupVoices(pieces))).toBeLessThan(40);
  });
});

/** Returns words of 400 ms, one every 500 ms. A word that begins with | follows a second of silence. */
function makeWords(text: string): TranscriptWord[] {
  let at = 0;
  return text.split(' ').map((word) => {
    if (word.startsWith('|')) at += 1000;
    const startMs = at;
    at += 500;
    return { text: word.replace('|', ''), startMs, endMs: startMs + 400, confidence: 0.9 };
  });
}

/** Returns the voice in each stretch: Ann speaks in the first ten seconds, and Bob afterwards. */
const voices = async (stretches: { startMs: number }[]) =>
  stretches.map(({ startMs }) => (startMs < 10_000 ? ANN : BOB));

const LONG = 'this is what one of them has to say here and now you see';

describe('speech', () => {
  it('is divided at pauses, after sentences, and after a maximum length', () => {
    const texts = (text: string) => {
      const words = makeWords(text);
      return piecesOf(words).map(({ first, end }) =>
        words
          .slice(first, end)
          .map((word) => word.text)
          .join(' '),
      );
    };
    expect(texts('one two |three four. five')).toEqual(['one two', 'three four.', 'five']);
    expect(texts(Array.from({ length: 30 }, () => 'a').join(' ')).map((one) => one.length)).toEqual([
      25, 25, 7,
    ]);
    expect(piecesOf([])).toEqual([]);
  });

  // product 11.22
  it('gets speaker names, and a short word belongs to the nearest speaker', async () => {
    const words = makeWords(`${LONG} |yes |hm |${LONG} |${LONG} |no`);
    const identified = await identifySpeakers(words, voices);
    expect(identified).toMatchObject(words);
    expect([...new Set(identified.map(({ speaker }) => speaker))]).toEqual(['Speaker 1', 'Speaker 2']);
    const by = (from: number, to: number) => [
      ...new Set(
        identified.filter(({ startMs }) => startMs >= from && startMs < to).map(({ speaker }) => speaker),
      ),
    ];
    expect([by(0, 8000), by(12_000, Infinity)]).toEqual([['Speaker 1'], ['Speaker 2']]);
    expect(identified.at(-1)!.speaker).toBe('Speaker 2');
  });

  // product 11.22
  it('gets no names if one person speaks, or voices cannot be distinguished', async () => {
    const words = makeWords(`${LONG} |${LONG}`);
    expect(await identifySpeakers(words, async (stretches) => stretches.map(() => ANN))).toEqual(words);
    expect(await identifySpeakers(words, async (stretches) => stretches.map(() => null))).toEqual(words);
    expect(await identifySpeakers([], async () => [])).toEqual([]);
    expect(await identifySpeakers(makeWords('yes |no'), voices)).toEqual(makeWords('yes |no'));
  });
});
