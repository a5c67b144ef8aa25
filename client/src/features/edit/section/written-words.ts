import { SURE_FROM } from '#contract/limits.ts';
import type { TextPlace } from '#text/letters/letters.ts';
import { compareSpeech, placesOfTranscript } from '#text/transcript/said-words.ts';
import type { Section, Word } from '#contract/sections.ts';
import { cutWords } from './cut-words.ts';
import { showsSpoken } from './drafts.ts';

/** A transcript word as it appears in the section's text. */
export interface WrittenWord {
  text: string;
  /** The word's place in the text; `null` if the text does not contain it. */
  place: TextPlace | null;
}

const transcriptOf = (words: Word[]): string[] => words.map(({ text }) => text);

/** The share of transcript words that a text may omit before it is shown as a separate field. */
const MAX_OMITTED = 0.3;

/**
 * Whether a section's text is shown as its transcript words. That is the case if the text matches the
 * transcript, with or without corrections. Captions over the speaker may also differ, as long as they replace
 * most words. A translation never matches, and a narrated text may differ completely.
 * @param words the transcript words of the section's range; `null` while they load
 */
export function isTranscript(section: Section, words: Word[] | null): boolean {
  const { narrated, saysWords, transcription, voiceReason } = section;
  if (!saysWords || !showsSpoken(section)) return false;
  if (!narrated && voiceReason !== 'other_text') return true;
  if (words === null) return false;
  if (compareSpeech(transcriptOf(words).join(' '), transcription) !== 'other') return true;
  if (narrated) return false;
  return transcription.trim() === '' || writtenWords(section, words).some(({ place }) => place !== null);
}

/**
 * Returns each transcript word as it appears in the section's text, with its correction. A word that the text
 * omits keeps its transcribed form and has no place. The same applies to all words if a different text is
 * narrated, or if the text omits too many of them. Words that the text adds are joined to the word before
 * them.
 */
export function writtenWords(section: Section, words: Word[]): WrittenWord[] {
  const { transcription: text } = section;
  const asTranscribed = words.map((word): WrittenWord => ({ text: word.text, place: null }));
  const isOther = (): boolean => compareSpeech(transcriptOf(words).join(' '), text) === 'other';
  // Without a narration, any text is shown as captions over the speaker's words.
  if (!showsSpoken(section) || (section.narrated && isOther())) return asTranscribed;
  const places = placesOfTranscript(transcriptOf(words), text);
  const written = [...asTranscribed];
  let from = 0;
  let index = 0;
  while (index < words.length) {
    let next = index;
    while (next < words.length && !places[next]) next += 1;
    const until = places[next];
    spread(written, index, next, wordsBetween(text, from, until?.from ?? text.length));
    if (!until) break;
    // One word of the text may replace several transcript words: the first of them gets it. The first matched
    // word also gets the text before it.
    const begins = next === 0 ? 0 : until.from;
    if (until.from >= from) written[next] = { text: text.slice(begins, until.to).trimStart(), place: until };
    from = Math.max(from, until.to);
    index = next + 1;
  }
  if (index === words.length) spread(written, index, index, wordsBetween(text, from, text.length));
  const omitted = written.filter(({ place }) => place === null).length;
  return omitted > MAX_OMITTED * words.length && isOther() ? asTranscribed : written;
}

/** Assigns the text between two matched words to the transcript words between them, in order. */
function spread(written: WrittenWord[], index: number, next: number, between: WrittenWord[]): void {
  const count = next - index;
  const [first, last] = [count > 0 ? index : index - 1, next - 1];
  for (const [at, word] of between.entries()) {
    const to = Math.min(first + at, last);
    const existing = written[to];
    if (!existing) continue;
    const joins = count === 0 || at >= count;
    written[to] = joins ? { text: `${existing.text} ${word.text}`, place: existing.place } : word;
  }
}

function wordsBetween(text: string, from: number, to: number): WrittenWord[] {
  return [...text.slice(from, to).matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    text: word,
    place: { from: from + index, to: from + index + word.length },
  }));
}

/**
 * Returns the index of the word at a time in seconds: the last word that has started, until shortly after its
 * end. Returns -1 if there is no such word.
 */
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

/**
 * Returns the index of the transcript word at or before a place in the text; `null` if no word before it has
 * a place.
 */
export function wordAtPlace(section: Section, words: Word[], at: number): number | null {
  const written = writtenWords(section, words);
  const index = written.findLastIndex(({ place }) => place !== null && place.from <= at);
  return index < 0 ? null : index;
}

/** Returns the speakers' names by the index of the first word of each turn. */
export function turnsOf(words: readonly Word[]): Map<number, string> {
  return new Map(
    words.flatMap(({ speaker }, index) =>
      speaker !== undefined && speaker !== words[index - 1]?.speaker ? [[index, speaker]] : [],
    ),
  );
}

export interface TextPart {
  /** The part's offset in the text, in UTF-16 code units. */
  from: number;
  text: string;
  /** Whether it is cut out of the film. */
  struck: boolean;
  /** The speaker whose turn begins here; `null` if the same speaker continues or is unknown. */
  speaker: string | null;
}

/** Divides a section's text by its cuts and by its speakers' turns. */
export function textParts(section: Section, words: Word[]): TextPart[] {
  const { transcription: text } = section;
  const cut = cutWords(section, words);
  const turns = turnsOf(words);
  const parts: TextPart[] = [];
  const add = (from: number, to: number, struck: boolean, speaker: string | null = null): void => {
    const content = text.slice(from, to);
    const last = parts.at(-1);
    if (last && speaker === null && (last.struck === struck || content.trim() === '')) last.text += content;
    else if (to > from) parts.push({ from, text: content, struck, speaker });
  };
  let from = 0;
  // The text may omit the first words of a turn.
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
    const content = part.struck ? part.text.trimEnd() : part.text;
    const space = {
      from: part.from + content.length,
      text: part.text.slice(content.length),
      struck: false,
      speaker: null,
    };
    return space.text === '' ? part : [{ ...part, text: content }, space];
  });
}

/**
 * Returns the place in the text of each uncertain transcript word, by the word's index. The places are `null`
 * if the section shows another text, such as a translation.
 */
export function unsureWords(section: Section, words: Word[]): Map<number, TextPlace | null> {
  const unsure = words.flatMap(({ confidence }, index) => (confidence < SURE_FROM ? [index] : []));
  if (unsure.length === 0) return new Map();
  if (!showsSpoken(section)) return new Map(unsure.map((index) => [index, null]));
  const places = placesOfTranscript(transcriptOf(words), section.transcription);
  // A word without a place was corrected.
  return new Map(unsure.flatMap((index) => (places[index] ? [[index, places[index]]] : [])));
}
