import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { placesOfHeard, withWordAt } from '#contract/said-words.ts';
import { saysSwearWord } from './swear-words.ts';

/** The confidence of a word that stays out of films until its creator confirms it. */
const WITHHELD = 0;
/** Replaces a withheld word in a text; an ellipsis would end a sentence. */
const GAP = '—';

type Heard = Pick<TranscriptWord, 'text' | 'confidence'>;

/** A recogniser's words, of which swear words are withheld: it produces them from harmless speech. */
export const withholding = <Word extends Heard>(words: readonly Word[]): Word[] =>
  words.map((word) => (saysSwearWord(word.text) ? { ...word, confidence: WITHHELD } : word));

export const isWithheld = ({ text, confidence }: Heard): boolean =>
  confidence === WITHHELD && saysSwearWord(text);

/**
 * Returns a text with a dash in place of each withheld word that it still has.
 * @param words as which the text was recognised, in order of time
 */
export function withoutWithheld(text: string, words: readonly Heard[]): string {
  if (!words.some(isWithheld)) return text;
  // A recogniser may write several words as one.
  const single = words.flatMap(({ text: heard, confidence }) =>
    heard.split(/\s+/u).map((part) => ({ text: part, confidence })),
  );
  const places = placesOfHeard(
    single.map((word) => word.text),
    text,
  );
  let left = '';
  let done = 0;
  for (const [index, word] of single.entries()) {
    const place = places[index];
    if (!place || place.from < done || !isWithheld(word)) continue;
    const written = text.slice(place.from, place.to);
    left += text.slice(done, place.from) + withWordAt(written, { from: 0, to: written.length }, GAP);
    done = place.to;
  }
  return left + text.slice(done);
}
