import { describe, expect, it } from 'vitest';
import { joinAtMarks, preservesMarks, splitAtMarks } from '../../../worker/translators/kept-marks.ts';
import { spokenSentences } from '../../../worker/narration/sentences.ts';

describe('marks that a translation preserves', () => {
  // product 12.4
  it.each([
    ['Visit https://a.example/x, or write to me@b.org.', ['https://a.example/x', 'me@b.org']],
    ['It cost 1,50,000 in 1987, 3.5 times more.', ['1,50,000', '1987', '3.5']],
    ['A <b>bold</b> {name} by @me in #town.', ['<b>', '</b>', '{name}', '@me', '#town']],
    ['At 12:30 on 22/11/2026.', ['12:30', '22/11/2026']],
    ['दाम १५० है।', ['१५०']],
    ['Four words and 5 is < 6.', []],
  ])('marks that a translation preserves are found in: %s', (sentence, expected) => {
    const marked = splitAtMarks(sentence);
    expect(marked.marks).toEqual(expected);
    expect(joinAtMarks(marked, marked.words)).toBe(sentence);
  });

  it.each([
    ['Built in 1987', '1987 में बना', true],
    ['Built in 1987', '१९८७ में बना', true],
    ['Built in 1987', '১৯৮৭ সালে', true],
    ['Built in 1987', 'में बना', false],
    ['It cost 1,50,000', '150000 रुपये', true],
    ['10 of 10', '10 में से', false],
    ['See a@b.org', 'देखें a @ b.org', false],
    ['Plain words', 'कुछ भी', true],
  ])('%s: %s (%s)', (sentence, translation, expected) => {
    expect(preservesMarks(splitAtMarks(sentence), translation)).toBe(expected);
  });

  it('marks that a translation preserves stay between the words that are translated around them', () => {
    const marked = splitAtMarks('Built in 1987, see <b>here</b>.');
    expect(joinAtMarks(marked, ['में बना', ', देखें', 'यहाँ', '।'])).toBe('में बना 1987, देखें <b>यहाँ</b>।');
  });
});

describe('sentences to translate', () => {
  it('sentences to translate end at a full stop or a danda, not at an abbreviation', () => {
    expect(spokenSentences('Here is Dr. Rao. He is old, e.g. 90. Yes!', 'en')).toEqual([
      'Here is Dr. Rao.',
      'He is old, e.g. 90.',
      'Yes!',
    ]);
    expect(spokenSentences('यह नदी है। डॉ. राव यहाँ हैं।', 'hi')).toEqual(['यह नदी है।', 'डॉ. राव यहाँ हैं।']);
  });
});
