import { describe, expect, it } from 'vitest';
import type { Section, Word } from '#contract/sections.ts';
import {
  isTold,
  textParts,
  turnsOf,
  wordAtPlace,
  writtenWords,
} from '../../../client/src/features/edit/section/written-words.ts';

/** A word a second, half a second long. */
const said = (text: string): Word[] =>
  text.split(' ').map((word, at) => ({ text: word, start: at, end: at + 0.5, confidence: 0.9 }));

const section = (transcription: string, facts: Partial<Section> = {}) =>
  ({
    transcription,
    textLanguage: 'en',
    textSource: 'written',
    spoken: { language: 'en', text: transcription, kept: null },
    saysWords: true,
    narrated: false,
    cuts: [],
    ...facts,
  }) as unknown as Section;

const HEARD = 'The river begins as a small stream here';
const shown = (transcription: string, facts?: Partial<Section>) =>
  writtenWords(section(transcription, facts), said(HEARD)).map(({ text }) => text);

describe('heard words', () => {
  it.each([
    ['with the punctuation of the text', 'The river begins, as a small stream here.', 8],
    ['with a correction in the place of each', 'The brook starts as a small stream here.', 8],
    ['with what the text adds before and after them', 'So The river begins as a small stream here now', 8],
    ['with what the text adds between them', 'The river begins as a very small stream up here', 8],
  ])('are shown %s', (_, text, count) => {
    const words = shown(text);
    expect(words.join(' ')).toBe(text);
    expect(words).toHaveLength(count);
  });

  it('that the text leaves out are shown as they were heard, without a place in it', () => {
    const words = writtenWords(section('The river begins as a stream here'), said(HEARD));
    expect(words.map(({ text }) => text).join(' ')).toBe(HEARD);
    expect(words.map(({ place }) => place !== null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  it('are shown as heard where the text is another one, or a translation', () => {
    expect(shown('Nobody has ever seen this place', { narrated: true }).join(' ')).toBe(HEARD);
    expect(shown('Nobody ever saw this place').join(' ')).toBe(HEARD);
    expect(shown('The river begins', { textSource: 'translated' }).join(' ')).toBe(HEARD);
  });

  it('are shown with every correction where the section is not narrated, however few stay as heard', () => {
    const text = 'A brook starts like one wee rill there';
    expect(shown(text).join(' ')).toBe(text);
  });

  it('are not the text of a section whose captions leave out more than three in ten of them', () => {
    const [five, six] = ['Nobody ever saw this place', 'Nobody has ever seen this place'];
    const other = (text: string) => section(text, { voiceReason: 'other_text' });
    expect(isTold(other(five), said(HEARD))).toBe(false);
    expect(isTold(other(six), said(HEARD))).toBe(true);
    expect(isTold(other(six), null)).toBe(false);
    expect(isTold(section(five, { voiceReason: 'corrected' }), null)).toBe(true);
  });

  it('are the text of a section unless another text is narrated', () => {
    const words = said(HEARD);
    expect(isTold(section('Nobody has ever seen this place'), words)).toBe(true);
    expect(isTold(section('Nobody has ever seen this place', { narrated: true }), words)).toBe(false);
    expect(isTold(section(HEARD, { narrated: true }), words)).toBe(true);
    expect(isTold(section(HEARD, { narrated: true }), null)).toBe(false);
    expect(isTold(section('', {}), words)).toBe(true);
    expect(isTold(section(HEARD, { textSource: 'translated' }), words)).toBe(false);
    expect(isTold(section('', { saysWords: false }), [])).toBe(false);
  });
});

describe('a place in the text', () => {
  it('is that of the word there, or of the one before it', () => {
    const words = said(HEARD);
    const text = 'The brook begins, as a small stream here.';
    const at = (wanted: string) => wordAtPlace(section(text), words, text.indexOf(wanted));
    expect([at('The'), at('brook'), at('gins'), at(', as'), at('here')]).toEqual([0, 1, 2, 2, 7]);
    expect(wordAtPlace(section('Nobody has ever seen this place', { narrated: true }), words, 7)).toBeNull();
  });
});

describe('a text with cuts', () => {
  it('is whole, in parts of which those that are cut are struck through', () => {
    const text = 'The brook begins, as a small stream here.';
    const cut = section(text, { cuts: [{ startMs: 1000, endMs: 2950 }] });
    expect(textParts(cut, said(HEARD))).toEqual([
      { from: 0, text: 'The ', struck: false, speaker: null },
      { from: 4, text: 'brook begins,', struck: true, speaker: null },
      { from: 17, text: ' ', struck: false, speaker: null },
      { from: 18, text: 'as a small stream here.', struck: false, speaker: null },
    ]);
    expect(textParts(section(text), [])).toEqual([{ from: 0, text, struck: false, speaker: null }]);
  });
});

describe('a text that several people say', () => {
  /** The words of HEARD, by whom each is said. */
  const by = (...speakers: (string | undefined)[]) =>
    said(HEARD).map((word, at) => ({ ...word, ...(speakers[at] && { speaker: speakers[at] }) }));

  it('names who speaks where another one begins', () => {
    const words = by('Ann', 'Ann', 'Ann', 'Bob', 'Bob', undefined, 'Bob', 'Ann');
    expect([...turnsOf(words)]).toEqual([
      [0, 'Ann'],
      [3, 'Bob'],
      [6, 'Bob'],
      [7, 'Ann'],
    ]);
    expect([...turnsOf(said(HEARD))]).toEqual([]);
  });

  it('is whole, in parts that begin with each turn', () => {
    const words = by('Ann', 'Ann', 'Ann', 'Bob', 'Bob', 'Bob', 'Bob', 'Bob');
    const cut = section(HEARD, { cuts: [{ startMs: 3000, endMs: 3950 }] });
    const parts = textParts(cut, words);
    expect(parts.map(({ text }) => text).join('')).toBe(HEARD);
    expect(parts).toEqual([
      { from: 0, text: 'The river begins ', struck: false, speaker: 'Ann' },
      { from: 17, text: 'as', struck: true, speaker: 'Bob' },
      { from: 19, text: ' ', struck: false, speaker: null },
      { from: 20, text: 'a small stream here', struck: false, speaker: null },
    ]);
  });

  it('names who speaks though it leaves out their first words, and nobody in a translation', () => {
    const words = by('Ann', 'Ann', 'Ann', 'Ann', 'Ann', 'Bob', 'Bob', 'Bob');
    const shorter = textParts(section('The river begins as a stream here'), words);
    expect(shorter.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['The river begins as a ', 'Ann'],
      ['stream here', 'Bob'],
    ]);
    const translated = section('Der Fluss beginnt klein', { textSource: 'translated' });
    expect(textParts(translated, words).map(({ speaker }) => speaker)).toEqual([null]);
  });
});
