import { describe, expect, it } from 'vitest';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { replaceTranscript, isTooLong } from '#core/hearing/replace-transcript.ts';

const words = ['नदी', 'यहाँ', 'शुरू', 'होती', 'है।'].map((text, i) => ({
  text,
  startMs: i * 2000,
  endMs: i * 2000 + 1000,
  confidence: 1,
}));
const TEXT = 'नदी यहाँ शुरू होती है।';
const original = {
  title: 'A title',
  text: 'Nothing yeah',
  language: 'en',
  startMs: 0,
  endMs: 10_000,
  position: 0,
};
/** Returns a section in which the analysis recognized 'Nothing yeah'. */
const row = (over: Partial<SectionRow> = {}) =>
  ({
    startMs: 0,
    endMs: 10_000,
    objectId: null,
    original,
    texts: { en: { text: original.text, translatedFrom: null } },
    ...over,
  }) as SectionRow;
const written = (text: string) => ({ text, translatedFrom: null });
const replace = (section: SectionRow, language = 'hi', overEdits = false) =>
  replaceTranscript(section, { words, language }, { overEdits });

describe('a section with a new transcript', () => {
  it('has its text in the spoken language, and none in the wrong one', () => {
    const { change, stayed } = replace(row());
    expect(stayed).toBe(false);
    expect(change).toEqual({
      words,
      original: { ...original, text: TEXT, language: 'hi' },
      texts: { hi: written(TEXT), en: null },
    });
    expect(replace(row(), 'en').change.texts).toEqual({ en: written(TEXT) });
  });

  // product 11.17
  it('keeps an edited text, in the same language and in another', () => {
    const edited = row({ texts: { en: written('My own.') } });
    expect(replace(edited, 'en')).toMatchObject({ change: { texts: {} }, stayed: true });
    expect(replace(edited)).toMatchObject({ change: { texts: { hi: written(TEXT) } }, stayed: true });
    expect(replace(edited).change.texts).not.toHaveProperty('en');
    expect(replace(edited, 'en', true)).toMatchObject({
      change: { texts: { en: written(TEXT) } },
      stayed: false,
    });
  });

  // product 11.17
  it('keeps a text written in the new language, but not a translation of the wrong transcript', () => {
    const texts = { en: written(original.text), hi: written('अपना पाठ।') };
    expect(replace(row({ texts }))).toMatchObject({ change: { texts: { en: null } }, stayed: true });
    const translated = { ...texts, hi: { text: 'कुछ नहीं', translatedFrom: original.text } };
    expect(replace(row({ texts: translated })).change.texts).toEqual({ hi: written(TEXT), en: null });
  });

  it('has the words of its range, and the rest for a wider one and for Reset', () => {
    const { change } = replace(row({ startMs: 1500, endMs: 6000 }));
    expect(change.texts).toMatchObject({ hi: written('यहाँ शुरू') });
    expect(change.original).toMatchObject({ text: 'यहाँ शुरू', wholeText: TEXT });
    expect(change.words).toEqual(words);
  });

  // product 14.17
  it('has as many words as a text can have, up to the end of a word', () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ ...words[0]!, text: 'x'.repeat(29), startMs: i }));
    const { change } = replaceTranscript(row(), { words: many, language: 'en' }, { overEdits: false });
    const { text } = change.texts!['en']!;
    expect(text).toHaveLength(666 * 30 - 1);
    expect(isTooLong(many, { startMs: 0, endMs: 10_000 })).toBe(true);
    expect(isTooLong(many.slice(0, 666), { startMs: 0, endMs: 10_000 })).toBe(false);
  });

  it('is empty if nothing is spoken', () => {
    const { change } = replaceTranscript(row(), { words: [], language: 'hi' }, { overEdits: false });
    expect(change).toMatchObject({ words: [], texts: { hi: written(''), en: null } });
  });

  it('uses its own video while a replacement is shown, and then keeps its own text', () => {
    const replaced = { objectId: 'an upload', startMs: 0, endMs: 3000 };
    expect(replace(row(replaced)).change.texts).toMatchObject({ hi: written(TEXT) });
    const own = { ...replaced, texts: { en: written('Of the upload.') } };
    expect(replace(row(own), 'en', true).change.texts).toEqual({});
  });
});
