import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { trimText, widenWords, type Range } from '#contract/spoken-text.ts';
import type { SectionChange } from '#core/repositories/section-states.ts';
import { type Original, type SectionRow } from '#core/repositories/sections.ts';
import { rangeOf } from '../section-words.ts';
import { originalKept } from './original.ts';

interface Followed {
  /** What Reset gives back, with what is said in the range now. */
  original: Original | null;
  /** The text in the language that is spoken; left out for one written by hand, which stands. */
  texts?: NonNullable<SectionChange['texts']>;
  /** What the analysis heard in the range; left out when it heard no words there. */
  said?: string;
  words: TranscriptWord[];
}

/**
 * What another range does to a section's text: what is said outside of it goes, and comes back with a wider range.
 * Translations are of the text as it was, so they are out of date while it is cut.
 * @param words what was heard in the section's video
 * @param heard words of the section's video, which a wider range takes in
 */
export function followRange(
  row: SectionRow,
  words: TranscriptWord[],
  { to, heard = [] }: { to: Range; heard?: TranscriptWord[] },
): Followed {
  const original = originalKept(row);
  if (!original || row.object_id !== null) return { original, words };
  const { kept: before = null, wholeText, ...rest } = original;
  const whole = wholeText ?? original.text;
  const widened = widenWords(words, heard, to);
  const { startMs, endMs, language } = original;
  const found = { kept: null, words: widened, widened, from: { startMs, endMs }, to };
  const said = trimText({ text: whole, ...found })?.inside;
  const written = row.texts[language]?.text ?? '';
  const kept = trimText({ text: written, kept: before, words, widened, from: rangeOf(row), to });
  const isCut = kept !== null && kept.before + kept.after !== '';
  return {
    original: {
      ...rest,
      text: said ?? original.text,
      ...((said ?? original.text) !== whole && { wholeText: whole }),
      ...(isCut && { kept }),
    },
    ...(kept && { texts: { [language]: { text: kept.inside, translatedFrom: null } } }),
    ...(said !== undefined && { said }),
    words: widened,
  };
}
