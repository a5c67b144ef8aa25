import { describe, expect, it } from 'vitest';
import type { Section, Word } from '#contract/sections.ts';
import {
  isTranscript,
  textParts,
  turnsOf,
  wordAtPlace,
  writtenWords,
} from '../../../client/src/features/edit/section/written-words.ts';

/** Returns the words of a text, one per second and 0.5 s long. */
const makeWords = (text: string): Word[] =>
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

const TRANSCRIPT = 'The river begins as a small stream here';
const visibleTexts = (transcription: string, facts?: Partial<Section>) =>
  writtenWords(section(transcription, facts), makeWords(TRANSCRIPT)).map(({ text }) => text);

describe('transcript words', () => {
  // product 19.12
  it.each([
    ['with the punctuation of the text', 'The river begins, as a small stream here.', 8],
    ['with a correction in place of each misheard word', 'The brook starts as a small stream here.', 8],
    [
      'with the words that the text adds before and after them',
      'So The river begins as a small stream here now',
      8,
    ],
    ['with the words that the text adds between them', 'The river begins as a very small stream up here', 8],
  ])('transcript words are shown %s', (_, text, count) => {
    const words = visibleTexts(text);
    expect(words.join(' ')).toBe(text);
    expect(words).toHaveLength(count);
  });

  // product 19.12
  it('transcript words are shown as transcribed, without a place, if the text omits them', () => {
    const words = writtenWords(section('The river begins as a stream here'), makeWords(TRANSCRIPT));
    expect(words.map(({ text }) => text).join(' ')).toBe(TRANSCRIPT);
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

  it('transcript words are shown as transcribed if the text is a different one or a translation', () => {
    expect(visibleTexts('Nobody has ever seen this place', { narrated: true }).join(' ')).toBe(TRANSCRIPT);
    expect(visibleTexts('Nobody ever saw this place').join(' ')).toBe(TRANSCRIPT);
    expect(visibleTexts('The river begins', { textSource: 'translated' }).join(' ')).toBe(TRANSCRIPT);
  });

  // product 19.11
  it('shows every correction if the section is not narrated, even if all words are corrected', () => {
    const text = 'A brook starts like one wee rill there';
    expect(visibleTexts(text).join(' ')).toBe(text);
  });

  // product 19.15
  it('transcript words are not shown as the text if the captions omit more than 30% of them', () => {
    const [five, six] = ['Nobody ever saw this place', 'Nobody has ever seen this place'];
    const other = (text: string) => section(text, { voiceReason: 'other_text' });
    expect(isTranscript(other(five), makeWords(TRANSCRIPT))).toBe(false);
    expect(isTranscript(other(six), makeWords(TRANSCRIPT))).toBe(true);
    expect(isTranscript(other(six), null)).toBe(false);
    expect(isTranscript(section(five, { voiceReason: 'corrected' }), null)).toBe(true);
  });

  // product 19.15
  it('transcript words are shown as the text unless a different text is narrated', () => {
    const words = makeWords(TRANSCRIPT);
    expect(isTranscript(section('Nobody has ever seen this place'), words)).toBe(true);
    expect(isTranscript(section('Nobody has ever seen this place', { narrated: true }), words)).toBe(false);
    expect(isTranscript(section(TRANSCRIPT, { narrated: true }), words)).toBe(true);
    expect(isTranscript(section(TRANSCRIPT, { narrated: true }), null)).toBe(false);
    expect(isTranscript(section('', {}), words)).toBe(true);
    expect(isTranscript(section(TRANSCRIPT, { textSource: 'translated' }), words)).toBe(false);
    expect(isTranscript(section('', { saysWords: false }), [])).toBe(false);
  });
});

describe('place in the text', () => {
  it('belongs to the word there, or to the previous word', () => {
    const words = makeWords(TRANSCRIPT);
    const text = 'The brook begins, as a small stream here.';
    const at = (needle: string) => wordAtPlace(section(text), words, text.indexOf(needle));
    expect([at('The'), at('brook'), at('gins'), at(', as'), at('here')]).toEqual([0, 1, 2, 2, 7]);
    expect(wordAtPlace(section('Nobody has ever seen this place', { narrated: true }), words, 7)).toBeNull();
  });
});

describe('text with cuts', () => {
  // product 19.14
  it('is shown completely, with its cut parts struck through', () => {
    const text = 'The brook begins, as a small stream here.';
    const cut = section(text, { cuts: [{ startMs: 1000, endMs: 2950 }] });
    expect(textParts(cut, makeWords(TRANSCRIPT))).toEqual([
      { from: 0, text: 'The ', struck: false, speaker: null },
      { from: 4, text: 'brook begins,', struck: true, speaker: null },
      { from: 17, text: ' ', struck: false, speaker: null },
      { from: 18, text: 'as a small stream here.', struck: false, speaker: null },
    ]);
    expect(textParts(section(text), [])).toEqual([{ from: 0, text, struck: false, speaker: null }]);
  });
});

describe('text of several speakers', () => {
  /** Returns the words of `TRANSCRIPT` with these speakers. */
  const by = (...speakers: (string | undefined)[]) =>
    makeWords(TRANSCRIPT).map((word, at) => ({ ...word, ...(speakers[at] && { speaker: speakers[at] }) }));

  it('names the speaker at the start of each turn', () => {
    const words = by('Ann', 'Ann', 'Ann', 'Bob', 'Bob', undefined, 'Bob', 'Ann');
    expect([...turnsOf(words)]).toEqual([
      [0, 'Ann'],
      [3, 'Bob'],
      [6, 'Bob'],
      [7, 'Ann'],
    ]);
    expect([...turnsOf(makeWords(TRANSCRIPT))]).toEqual([]);
  });

  it('is shown completely, with a part for each turn', () => {
    const words = by('Ann', 'Ann', 'Ann', 'Bob', 'Bob', 'Bob', 'Bob', 'Bob');
    const cut = section(TRANSCRIPT, { cuts: [{ startMs: 3000, endMs: 3950 }] });
    const parts = textParts(cut, words);
    expect(parts.map(({ text }) => text).join('')).toBe(TRANSCRIPT);
    expect(parts).toEqual([
      { from: 0, text: 'The river begins ', struck: false, speaker: 'Ann' },
      { from: 17, text: 'as', struck: true, speaker: 'Bob' },
      { from: 19, text: ' ', struck: false, speaker: null },
      { from: 20, text: 'a small stream here', struck: false, speaker: null },
    ]);
  });

  it('names the speaker even if the text omits their first words, but no speaker in a translation', () => {
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
