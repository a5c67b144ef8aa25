import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePocketsphinxLine } from '../../../worker/transcribers/pocketsphinx/parse-pocketsphinx.ts';
import { tidyWords } from '#text/transcript/tidy-words.ts';
import { withoutRemarks } from '../../../worker/transcribers/remarks.ts';

describe('parsePocketsphinxLine', () => {
  it('reads a word with its times in milliseconds', () => {
    expect(parsePocketsphinxLine('example 1.860 2.520 0.999200')).toEqual({
      endMs: 2520,
      word: { text: 'example', startMs: 1860, endMs: 2520, confidence: 0.9992 },
    });
  });

  it('drops the marker of another pronunciation', () => {
    expect(parsePocketsphinxLine('your(2) 3.220 3.360 0.999300')?.word?.text).toBe('your');
  });

  it.each([
    '<s> 0.070 0.150 0.999900',
    '<sil> 4.730 5.040 0.9',
    '[NOISE] 1.000 2.000 0.5',
    '[SPEECH] 1.000 2.000 1.0',
    '++UH++ 1.000 2.000 0.5',
  ])('returns the time but no word for %s', (line) => {
    const parsed = parsePocketsphinxLine(line);
    expect(parsed?.word).toBeNull();
    expect(parsed?.endMs).toBeGreaterThan(0);
  });

  it.each(['', 'this is a hypothesis', 'INFO: 3.2 4.1 x', 'word 1.0 2.0'])('ignores %j', (line) => {
    expect(parsePocketsphinxLine(line)).toBeNull();
  });

  it('limits confidence to 0 to 1, however it is printed', () => {
    expect(parsePocketsphinxLine('a 0.100 0.200 1.000100')?.word?.confidence).toBe(1);
    expect(parsePocketsphinxLine('a 0.100 0.200 1.5e-05')?.word?.confidence).toBeCloseTo(0.000015);
  });
});

describe('tidyWords', () => {
  it('returns ascending words without overlaps, inside the audio', () => {
    const word = fc.record({
      text: fc.constantFrom('one', ' two ', '', 'three'),
      startMs: fc.integer({ min: -100, max: 12_000 }),
      endMs: fc.integer({ min: -100, max: 12_000 }),
      confidence: fc.constant(0.5),
    });
    fc.assert(
      fc.property(fc.array(word), (words) => {
        let reached = 0;
        for (const { text, startMs, endMs } of tidyWords(words, 10_000)) {
          expect(startMs).toBeGreaterThanOrEqual(reached);
          expect(endMs).toBeGreaterThan(startMs);
          expect(text).toBe(text.trim());
          reached = endMs;
        }
        expect(reached).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});

describe('withoutRemarks', () => {
  it('removes remarks about the audio', () => {
    const words = '[Music playing] Hello (applause) ♪ la la ♪ there.'
      .split(' ')
      .map((text, i) => ({ text, startMs: i * 100, endMs: i * 100 + 90, confidence: 1 }));
    expect(withoutRemarks(words).map((word) => word.text)).toEqual(['Hello', 'there.']);
  });
});
