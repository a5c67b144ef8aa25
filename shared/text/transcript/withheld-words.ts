import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { placesOfTranscript, withWordAt } from './said-words.ts';
import { containsSwearWord } from '../words/swear-words.ts';

/** The confidence of a word that is left out of films until its creator confirms it. */
const WITHHELD = 0;
/** Replaces a withheld word in a text; an ellipsis would end a sentence. */
const GAP = '—';

type Recognized = Pick<TranscriptWord, 'text' | 'confidence'>;

/** Withholds swear words of a recogniser, which produces them by mistake from harmless speech. */
export const withholding = <Word extends Recognized>(words: readonly Word[]): Word[] =>
  words.map((word) => (containsSwearWord(word.text) ? { ...word, confidence: WITHHELD } : word));

export const isWithheld = ({ text, confidence }: Recognized): boolean =>
  confidence === WITHHELD && containsSwearWord(text);

/**
 * Returns a text with a dash in place of each withheld word that it still contains.
 * @param words the recognised words of the text, in order of time
 */
export function withoutWithheld(text: string, words: readonly Recognized[]): string {
  if (!words.some(isWithheld)) return text;
  // A recogniser may write several words as one.
  const single = words.flatMap(({ text: recognized, confidence }) =>
    recognized.split(/\s+/u).map((part) => ({ text: part, confidence })),
  );
  const places = placesOfTranscript(
    single.map((word) => word.text),
    text,
  );
  let remaining = '';
  let done = 0;
  for (const [index, word] of single.entries()) {
    const place = places[index];
    if (!place || place.from < done || !isWithheld(word)) continue;
    const written = text.slice(place.from, place.to);
    remaining += text.slice(done, place.from) + withWordAt(written, { from: 0, to: written.length }, GAP);
    done = place.to;
  }
  return remaining + text.slice(done);
}
