import { describe, expect, it } from 'vitest';
import { containsSwearWord } from '#text/words/swear-words.ts';
import { isWithheld, withholding, withoutWithheld } from '#text/transcript/withheld-words.ts';

/** Returns words as a recogniser returns them, each with high confidence. */
const transcribed = (text: string) => text.split(' ').map((word) => ({ text: word, confidence: 0.98 }));
const visibleText = (text: string, transcript = text) =>
  withoutWithheld(text, withholding(transcribed(transcript)));

describe('a recognised word', () => {
  // product 11.23
  it.each([
    ['English', 'shit Shit, bullshit fucking ASSHOLE dick-heads bitch’s'],
    ['Hindi', 'चूतिया चुतिया, मादरचोद भोसड़ी भोसड़ी गांड हरामज़ादा लंड।'],
    ['Bengali', 'মাগি চুদা খানকি, হারামজাদা মাদারচোদ গুদ।'],
  ])('is withheld if it is a swear word in %s', (_, text) => {
    for (const word of withholding(transcribed(text))) {
      expect([word.text, word.confidence, isWithheld(word)]).toEqual([word.text, 0, true]);
    }
  });

  // product 11.23
  it.each([
    [
      'English',
      'shape class cocktail passage Essex titanic Dickens hell sex whorl niggle assess button analysis',
    ],
    ['Hindi', 'चूना चुनाव लंदन गांव गांडीव हरा हराना चोट चोटी साला बहन मादर'],
    ['Bengali', 'মাগুর চুল গুদাম ধন বালক বালি চোখ চুড়ি হার খান'],
  ])('is left as it is if it only resembles one in %s', (_, text) => {
    expect(withholding(transcribed(text))).toEqual(transcribed(text));
  });

  it('is not withheld once it is confirmed, nor because it may be misrecognised', () => {
    expect(isWithheld({ text: 'shit', confidence: 1 })).toBe(false);
    expect(isWithheld({ text: 'shapes', confidence: 0 })).toBe(false);
  });

  it('is not matched across the letters of adjacent words', () => {
    expect(containsSwearWord('it’s hit')).toBe(false);
    expect(containsSwearWord('well-shit')).toBe(true);
  });
});

describe('a text', () => {
  it('has a dash in place of each withheld word, with the punctuation beside it', () => {
    expect(visibleText('Review the names of shit, and more shit.')).toBe(
      'Review the names of —, and more —.',
    );
    expect(visibleText('नदी का चूतिया पानी।')).toBe('नदी का — पानी।');
    expect(visibleText('বর্ষার মাগি আকাশ।')).toBe('বর্ষার — আকাশ।');
  });

  it('loses a withheld word that was recognised together with others as one word', () => {
    const words = [{ text: 'no bull shit here', confidence: 0 }];
    expect(withoutWithheld('Say no bull shit here', words)).toBe('Say no bull — here');
  });

  it('loses many withheld words in linear time', () => {
    const text = 'shit '.repeat(4000).trim();
    expect(visibleText(text)).toBe('— '.repeat(4000).trim());
  });

  // product 11.23
  it('is unchanged where it has another word, or where the creator added the word', () => {
    expect(visibleText('Review the names of shapes.', 'review the names of shit')).toBe(
      'Review the names of shapes.',
    );
    expect(visibleText('Review this shit.', 'review this thing')).toBe('Review this shit.');
    expect(visibleText('  Review the names.  ')).toBe('  Review the names.  ');
  });
});
