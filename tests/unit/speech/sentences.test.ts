import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEVER_LAST } from '../../../worker/text/function-words.ts';
import { joinWords, toSentences } from '../../../worker/sections/sentences.ts';
import { plain } from '../../../worker/text/plain.ts';
import { anyWords, sayWords } from '../../helpers/media/words.ts';

const texts = (text: string, options = {}) => toSentences(sayWords(text, options)).map((s) => s.text);

describe('toSentences', () => {
  it('divides at pauses, with capitals and full stops', () => {
    expect(
      texts(
        'this is a video for your convenience and pleasure / you are allowed to use it / i will say banana',
      ),
    ).toEqual([
      'This is a video for your convenience and pleasure.',
      'You are allowed to use it.',
      'I will say banana.',
    ]);
  });

  it('does not end a sentence after "the", whatever the pause for thought', () => {
    expect(texts('we walked all the way down to the / river and then we swam for an hour')).toHaveLength(1);
  });

  it("capitalises I, I'm and names, and adds question marks", () => {
    expect(texts("yesterday in london i said i'm late / what is the time in india now")).toEqual([
      "Yesterday in London I said I'm late.",
      'What is the time in India now?',
    ]);
  });

  it("preserves an engine's own punctuation", () => {
    expect(texts('Ask not what Mr. Smith can do. Ask what you can do! / Yes')).toEqual([
      'Ask not what Mr. Smith can do.',
      'Ask what you can do!',
      'Yes',
    ]);
  });

  it('ends Hindi and Bengali sentences at a danda', () => {
    expect(texts('नमस्ते दुनिया। आज हम बात करेंगे।')).toEqual(['नमस्ते दुनिया।', 'आज हम बात करेंगे।']);
    expect(texts('বর্ষা এল। ডা. সেন কোথায়? তিনি বাড়িতে॥')).toEqual(['বর্ষা এল।', 'ডা. সেন কোথায়?', 'তিনি বাড়িতে॥']);
  });

  it('ends Hindi and Bengali sentences without punctuation at pauses, with a danda', () => {
    expect(texts('यह नदी पहाड़ों से आती है / किसान अपने खेत सींचते हैं और गाते हैं', { pauseMs: 900 })).toEqual([
      'यह नदी पहाड़ों से आती है।',
      'किसान अपने खेत सींचते हैं और गाते हैं।',
    ]);
  });

  it('contains every word once, in order, with its times', () => {
    fc.assert(
      fc.property(anyWords(300_000), (words) => {
        const sentences = toSentences(words);
        const out = sentences.flatMap((sentence) => sentence.words);
        const bare = (list: typeof words) =>
          list.map((w) => [plain(w.text), w.startMs, w.endMs, w.confidence]);
        expect(bare(out)).toEqual(bare(words));
        for (const { text, words, startMs, endMs } of sentences) {
          expect(text).toBe(joinWords(words));
          expect(text).toMatch(/^[A-Z].*[.?]$/s);
          expect([startMs, endMs]).toEqual([words[0]!.startMs, words.at(-1)!.endMs]);
        }
      }),
    );
  });

  it('never ends after a function word unless the pause is very long', () => {
    fc.assert(
      fc.property(anyWords(60_000), (words) => {
        const sentences = toSentences(words);
        const bad = sentences.slice(0, -1).filter((sentence, i) => {
          const pauseMs = sentences[i + 1]!.startMs - sentence.endMs;
          const mayBeForced = sentence.words.length >= 20;
          return pauseMs < 150 && !mayBeForced && NEVER_LAST.has(plain(sentence.words.at(-1)!.text));
        });
        expect(bad).toEqual([]);
      }),
    );
  });
});
