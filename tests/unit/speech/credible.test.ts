import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../../worker/transcribers/credible.ts';
import { anyWords, sayWords } from '../../helpers/media/words.ts';

const SPEECH =
  'the history of bread begins a long time ago / farmers grew wheat near the river and people made flour from it';

describe('judge', () => {
  it('accepts speech', () => {
    const words = sayWords(SPEECH);
    expect(judge(words)).toMatchObject({ credible: true, words });
  });

  it('keeps a confident word after a long pause, and drops an uncertain one', () => {
    const late = (confidence: number) => [
      ...sayWords(SPEECH),
      { text: 'banana', startMs: 25_000, endMs: 25_500, confidence },
    ];
    expect(judge(late(0.9)).words.at(-1)?.text).toBe('banana');
    expect(judge(late(0.3)).words.at(-1)?.text).toBe('it');
  });

  it('keeps the more certain one of two equal adjacent words, and both if both are certain', () => {
    const twice = (first: number, second: number, pauseMs = 20) => {
      const words = sayWords(SPEECH);
      const last = words.at(-1)!;
      return [
        ...words.slice(0, -1),
        { ...last, confidence: first },
        {
          ...last,
          text: 'It.',
          startMs: last.endMs + pauseMs,
          endMs: last.endMs + pauseMs + 200,
          confidence: second,
        },
      ];
    };
    const ends = (words: ReturnType<typeof twice>) =>
      judge(words)
        .words.filter(({ text }) => text.toLowerCase().startsWith('it'))
        .map(({ text }) => text);
    expect(ends(twice(0.5, 0.9))).toEqual(['It.']);
    expect(ends(twice(0.9, 0.5))).toEqual(['it']);
    expect(ends(twice(0.9, 0.8))).toEqual(['it', 'It.']);
    expect(ends(twice(0.5, 0.9, 600))).toEqual(['it', 'It.']);
  });

  it('drops single words below the floor', () => {
    const words = sayWords(SPEECH);
    words[3]!.confidence = 0.001;
    expect(judge(words).words).toHaveLength(words.length - 1);
  });

  // pocketsphinx's results for texts that espeak-ng reads, with their confidence.
  it.each([
    [
      'Hindi',
      'you cannot you you are all the odyssey ah the the ego you got on the u b c you eat you got a got a got the you',
      0.45,
    ],
    [
      'Bengali',
      'the the partial to do all the shock you are the body will dodge all you you are shot to the op op op op op the',
      0.44,
    ],
  ])('rejects the English that it recognises in %s', (_, transcript, confidence) => {
    const verdict = judge(sayWords(transcript, { confidence }));
    expect(verdict).toMatchObject({
      credible: false,
      words: [],
      reason: 'The words make no sense together.',
    });
  });

  it('accepts a speaker who repeats important words', () => {
    const words = sayWords(
      'ask not what your country can do for you / ask what you can do for your country',
      {
        confidence: 0.7,
      },
    );
    expect(judge(words).credible).toBe(true);
  });

  it.each([
    ['nothing', []],
    ['a word or two', sayWords('hello there')],
    ['low confidence', sayWords(SPEECH, { confidence: 0.2 })],
    ['one word again and again', sayWords('that that that that that that that that that that that that')],
    ['exclamations', sayWords('oh the ah oh body ah you oh la ah see ya oh to')],
  ])('rejects %s', (_, words) => {
    const verdict = judge(words);
    expect(verdict).toMatchObject({ credible: false, words: [] });
    expect(verdict.reason).toMatch(/\.$/);
  });

  it('returns only recognised words, in order, whatever they are', () => {
    fc.assert(
      fc.property(anyWords(300_000), (words) => {
        const verdict = judge(words);
        expect(words.filter((word) => verdict.words.includes(word))).toEqual(verdict.words);
        expect(verdict.credible).toBe(verdict.words.length > 0);
      }),
    );
  });
});
