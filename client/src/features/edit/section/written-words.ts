import { SURE_FROM } from '#contract/limits.ts';
import type { TextPlace } from '#contract/letters.ts';
import { compareSaid, placesOfHeard } from '#contract/said-words.ts';
import type { Section, Word } from '#contract/sections.ts';
import { cutWords } from './cut-words.ts';
import { showsSpoken } from './drafts.ts';

/** How a section's text has a word that was heard. */
export interface WrittenWord {
  text: string;
  /** Where the text has it; null where it does not. */
  place: TextPlace | null;
}

const heardOf = (words: Word[]): string[] => words.map(({ text }) => text);

/** The part of the heard words that a text may leave out before it is shown as a field of its own. */
const LEFT_OUT = 0.3;

/**
 * Whether a section's text is shown as its words: a text that is what they say, corrected or not, or that has a word in
 * the place of most of them as captions over the speaker. A narrated text may be another one, and a translated one is.
 * @param words the section's words in its range; null while they load
 */
export function isTold(section: Section, words: Word[] | null): boolean {
  const { narrated, saysWords, transcription, voiceReason } = section;
  if (!saysWords || !showsSpoken(section)) return false;
  if (!narrated && voiceReason !== 'other_text') return true;
  if (words === null) return false;
  if (compareSaid(heardOf(words).join(' '), transcription) !== 'other') return true;
  if (narrated) return false;
  return transcription.trim() === '' || writtenWords(section, words).some(({ place }) => place !== null);
}

/**
 * Each heard word as the section's text has it: a corrected one with its correction. A word that the text leaves out is
 * as it was heard, without a place; all are, where another text is narrated or leaves out most of them. What the text
 * adds stands with the word before it.
 */
export function writtenWords(section: Section, words: Word[]): WrittenWord[] {
  const { transcription: text } = section;
  const asHeard = words.map((word): WrittenWord => ({ text: word.text, place: null }));
  const isOther = (): boolean => compareSaid(heardOf(words).join(' '), text) === 'other';
  // A section that is not narrated has any text as its captions, over the words that are heard.
  if (!showsSpoken(section) || (section.narrated && isOther())) return asHeard;
  const places = placesOfHeard(heardOf(words), text);
  const written = [...asHeard];
  let from = 0;
  let index = 0;
  while (index < words.length) {
    let next = index;
    while (next < words.length && !places[next]) next += 1;
    const until = places[next];
    spread(written, index, next, wordsBetween(text, from, until?.from ?? text.length));
    if (!until) break;
    // Several heard words may be one of the text: the first of them has it. What begins the text stands with it too.
    const begins = next === 0 ? 0 : until.from;
    if (until.from >= from) written[next] = { text: text.slice(begins, until.to).trimStart(), place: until };
    from = Math.max(from, until.to);
    index = next + 1;
  }
  if (index === words.length) spread(written, index, index, wordsBetween(text, from, text.length));
  const leftOut = written.filter(({ place }) => place === null).length;
  return leftOut > LEFT_OUT * words.length && isOther() ? asHeard : written;
}

/** Gives the places between two matched words to the heard words between them, in order. */
function spread(written: WrittenWord[], index: number, next: number, between: WrittenWord[]): void {
  const heard = next - index;
  const [first, last] = [heard > 0 ? index : index - 1, next - 1];
  for (const [at, word] of between.entries()) {
    const to = Math.min(first + at, last);
    const known = written[to];
    if (!known) continue;
    const joins = heard === 0 || at >= heard;
    written[to] = joins ? { text: `${known.text} ${word.text}`, place: known.place } : word;
  }
}

function wordsBetween(text: string, from: number, to: number): WrittenWord[] {
  return [...text.slice(from, to).matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    text: word,
    place: { from: from + index, to: from + index + word.length },
  }));
}

/** The word at a time in seconds, by its index: the last one that has started, until the next starts; else -1. */
export function spokenAt(words: Word[], time: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const index = low - 1;
  const word = words[index];
  return word && time <= word.end + 0.6 ? index : -1;
}

/** The heard word that stands at or before a place of the text, by its index; null where the text says another thing. */
export function wordAtPlace(section: Section, words: Word[], at: number): number | null {
  const written = writtenWords(section, words);
  const index = written.findLastIndex(({ place }) => place !== null && place.from <= at);
  return index < 0 ? null : index;
}

/** Where somebody begins to speak: names by the indexes of words. */
export function turnsOf(words: readonly Word[]): Map<number, string> {
  return new Map(
    words.flatMap(({ speaker }, index) =>
      speaker !== undefined && speaker !== words[index - 1]?.speaker ? [[index, speaker]] : [],
    ),
  );
}

/** A part of a section's text. */
export interface TextPart {
  /** Where it begins in the text, in UTF-16 code units. */
  from: number;
  text: string;
  /** It is taken out of the film. */
  struck: boolean;
  /** Who begins to speak here; null where the same person goes on, or nothing tells. */
  speaker: string | null;
}

/** A section's text in parts: by what is taken out of the film, and by who speaks. */
export function textParts(section: Section, words: Word[]): TextPart[] {
  const { transcription: text } = section;
  const cut = cutWords(section, words);
  const turns = turnsOf(words);
  const parts: TextPart[] = [];
  const add = (from: number, to: number, struck: boolean, speaker: string | null = null): void => {
    const said = text.slice(from, to);
    const known = parts.at(-1);
    if (known && speaker === null && (known.struck === struck || said.trim() === '')) known.text += said;
    else if (to > from) parts.push({ from, text: said, struck, speaker });
  };
  let from = 0;
  // The text may leave out the first words of a turn.
  let speaker: string | null = null;
  for (const [index, { place }] of writtenWords(section, words).entries()) {
    speaker = turns.get(index) ?? speaker;
    if (!place || place.from < from) continue;
    add(from, place.from, false);
    add(place.from, place.to, cut.has(index), speaker);
    speaker = null;
    from = place.to;
  }
  add(from, text.length, false);
  return parts.flatMap((part) => {
    const said = part.struck ? part.text.trimEnd() : part.text;
    const space = {
      from: part.from + said.length,
      text: part.text.slice(said.length),
      struck: false,
      speaker: null,
    };
    return space.text === '' ? part : [{ ...part, text: said }, space];
  });
}

/** Where the text has each word that may be misheard, by the word's index; null where another text is shown. */
export function unsureWords(section: Section, words: Word[]): Map<number, TextPlace | null> {
  const unsure = words.flatMap(({ confidence }, index) => (confidence < SURE_FROM ? [index] : []));
  if (unsure.length === 0) return new Map();
  if (!showsSpoken(section)) return new Map(unsure.map((index) => [index, null]));
  const places = placesOfHeard(heardOf(words), section.transcription);
  // A word that the text has otherwise was corrected.
  return new Map(unsure.flatMap((index) => (places[index] ? [[index, places[index]]] : [])));
}
