import type { Finding } from '#contract/film-check.ts';
import { placesOfTranscript } from '#text/transcript/said-words.ts';
import type { Language } from '#contract/primitives.ts';
import { trimSigns } from '#text/letters/trim-signs.ts';
import type { Span } from '../media/log-lines.ts';
import { speakable } from '../voices/normalise/normalise.ts';
import type { Caption } from './texts.ts';
import { type PlannedSection, sectionAt } from './plan.ts';

/**
 * The share of a narration's words that a recogniser may miss. A rough one misrecognises half of any voice.
 */
const MAY_MISS = { rough: 0.8, good: 0.4 };
/** With fewer words, a single mistake proves nothing. */
const FEWEST_WORDS = 5;
/** How many missed words a finding names. */
const MAX_NAMED = 5;

/**
 * Reports narrations of which a recogniser missed too much.
 * @param recognized its words in order, in ms of the film
 */
export function judgeNarrations(
  sections: readonly PlannedSection[],
  {
    captions,
    recognized,
    rough,
  }: { captions: readonly Caption[]; recognized: readonly Caption[]; rough: boolean },
): Finding[] {
  const limit = rough ? MAY_MISS.rough : MAY_MISS.good;
  return sections.flatMap((section) => {
    const { sectionId, narrated, startMs, endMs } = section;
    if (narrated === null) return [];
    const isIn = (caption: Caption) => sectionAt(sections, (caption.startMs + caption.endMs) / 2) === section;
    const { share, words } = missed(
      captions
        .filter(isIn)
        .map(({ text }) => text)
        .join(' '),
      recognized
        .filter(isIn)
        .map(({ text }) => text)
        .join(' '),
      narrated,
    );
    if (share <= limit) return [];
    return { kind: 'misheard', severity: 'hint', share, words, startMs, endMs, sectionId } as const;
  });
}

/** A narration begins within this time after its section, in ms. */
const BEGUN_MS = 1000;

/**
 * Returns the silences after a section's narration: those after its last caption, or, without captions, those
 * that begin later than a narration does.
 */
export function silencesAfterNarration(
  { narrated, startMs, endMs }: PlannedSection,
  silent: readonly Span[],
  captions: readonly Caption[],
): Span[] {
  if (narrated === null) return [];
  const own = captions.filter((caption) => caption.startMs >= startMs && caption.startMs < endMs);
  if (own.length > 0) return [{ startMs: Math.max(...own.map((caption) => caption.endMs)), endMs }];
  const later = silent.filter((span) => span.startMs > startMs + BEGUN_MS && span.startMs < endMs);
  return later.map((span) => ({ startMs: span.startMs, endMs }));
}

/** Returns the share, 0 to 1, of a text's words that were not recognised, and the first of them. */
function missed(text: string, recognized: string, language: Language): { share: number; words: string[] } {
  // A recogniser may write a spoken figure as words, and the other way round.
  const spokenForm = (written: string) => speakable(written, language, { latin: false });
  if (isForeign(text, language)) return { share: 0, words: [] };
  const spoken = spokenForm(text);
  const words = [...spoken.matchAll(/\S+/gu)].filter(([word]) => /[\p{L}\p{N}]/u.test(word));
  if (words.length < FEWEST_WORDS) return { share: 0, words: [] };
  const places = placesOfTranscript(spokenForm(recognized).split(/\s+/u), spoken);
  const matchedIndexes = new Set(places.flatMap((place) => place?.from ?? []));
  const lost = words.filter(({ index }) => !matchedIndexes.has(index));
  return {
    share: Math.round((lost.length / words.length) * 100) / 100,
    words: [...new Set(lost.map(([word]) => trimSigns(word)))].slice(0, MAX_NAMED),
  };
}

/**
 * Whether a text is mostly in Latin script although its language is not. A recogniser would write it in
 * another script.
 */
function isForeign(text: string, language: Language): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  return language !== 'en' && latin * 2 > letters.length;
}
