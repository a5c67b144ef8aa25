import { describe, expect, it } from 'vitest';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { groupVoices } from '../../../worker/speakers/group-voices.ts';
import { piecesOf, tellSpeakers } from '../../../worker/speakers/tell-speakers.ts';

/** Two voices with some noise in each, of which `near` is between both. */
const ANN = [1, 0.1, 0];
const BOB = [0.1, 1, 0];
const piece = (embedding: number[], ms = 4000) => ({ embedding, ms });

describe('voices', () => {
  it('are grouped by how similar they are, numbered as they begin to speak', () => {
    const pieces = [ANN, BOB, [0.9, 0.2, 0.1], [0.2, 0.8, 0.1], [3, 0, 0]].map((one) => piece(one));
    expect(groupVoices(pieces)).toEqual([0, 1, 0, 1, 0]);
    expect(groupVoices([...pieces].toReversed())).toEqual([0, 1, 0, 1, 0]);
    expect(groupVoices([])).toEqual([]);
  });

  it('that become similar as more of each is heard are one', () => {
    // Each of the first two is unlike the other, and the third, of both, like either.
    const pieces = [
      [1, -0.1, 0],
      [-0.1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
    ].map((one) => piece(one));
    expect(groupVoices(pieces)).toEqual([0, 0, 0, 0, 0]);
  });

  it('heard for less than three seconds in all are no speaker of their own', () => {
    expect(groupVoices([piece(ANN), piece([0, 0.1, 1], 900), piece(BOB)])).toEqual([0, 1, 1]);
    expect(groupVoices([piece(ANN, 900)])).toEqual([0]);
  });

  it('are at most forty, however many pieces are unlike each other', () => {
    const pieces = Array.from({ length: 60 }, (_, i) =>
      piece(Array.from({ length: 60 }, (_, j) => +(i === j))),
    );
    expect(Math.max(...groupVoices(pieces))).toBeLessThan(40);
  });
});

/** Words of 400 ms, one every 500 ms; before one that begins with | is a second of silence. */
function said(text: string): TranscriptWord[] {
  let at = 0;
  return text.split(' ').map((word) => {
    if (word.startsWith('|')) at += 1000;
    const startMs = at;
    at += 500;
    return { text: word.replace('|', ''), startMs, endMs: startMs + 400, confidence: 0.9 };
  });
}

/** The voice in each stretch: Ann speaks in the first ten seconds, Bob afterwards. */
const voices = async (stretches: { startMs: number }[]) =>
  stretches.map(({ startMs }) => (startMs < 10_000 ? ANN : BOB));

const LONG = 'this is what one of them has to say here and now you see';

describe('what is said', () => {
  it('is divided at pauses, after sentences, and where one lasts too long', () => {
    const texts = (text: string) => {
      const words = said(text);
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

  it('names each speaker, and gives a short word to who is nearest', async () => {
    const words = said(`${LONG} |yes |hm |${LONG} |${LONG} |no`);
    const told = await tellSpeakers(words, voices);
    expect(told).toMatchObject(words);
    expect([...new Set(told.map(({ speaker }) => speaker))]).toEqual(['Speaker 1', 'Speaker 2']);
    const by = (from: number, to: number) => [
      ...new Set(told.filter(({ startMs }) => startMs >= from && startMs < to).map(({ speaker }) => speaker)),
    ];
    expect([by(0, 8000), by(12_000, Infinity)]).toEqual([['Speaker 1'], ['Speaker 2']]);
    expect(told.at(-1)!.speaker).toBe('Speaker 2');
  });

  it('names nobody where one person speaks, or no voice can be told', async () => {
    const words = said(`${LONG} |${LONG}`);
    expect(await tellSpeakers(words, async (stretches) => stretches.map(() => ANN))).toEqual(words);
    expect(await tellSpeakers(words, async (stretches) => stretches.map(() => null))).toEqual(words);
    expect(await tellSpeakers([], async () => [])).toEqual([]);
    expect(await tellSpeakers(said('yes |no'), voices)).toEqual(said('yes |no'));
  });
});
