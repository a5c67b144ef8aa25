import { isCut, type Part, partOfWords } from '#contract/cuts.ts';
import type { Language } from '#contract/primitives.ts';
import type { Section, Word } from '#contract/sections.ts';
import { partOf } from './cut-words.ts';
import { spanOf } from './ranges.ts';

/** Words and phrases without a meaning of their own that speakers fill pauses with, by language. */
export const FILLERS: Record<Language, readonly string[]> = {
  en: ['um', 'umm', 'uh', 'uhm', 'er', 'erm', 'ah', 'hm', 'hmm', 'mm', 'you know', 'I mean'],
  hi: ['उम', 'उम्म', 'अं', 'अम', 'आं', 'एं', 'हम्म', 'मतलब', 'क्या कहते हैं'],
  bn: ['উম', 'উম্ম', 'আঁ', 'অ্যাঁ', 'এঁ', 'হুম', 'ইয়ে', 'মানে', 'কী বলে'],
};

/** The shortest pause that is worth removing unless the creator says otherwise, in ms. */
export const PAUSE_MS = 800;
/** What stays of a removed pause: after the word before it, and before the next one, in ms. */
const AFTER_MS = 150;
const BEFORE_MS = 100;

/** Something that may be taken out of a section. */
export interface Removal {
  kind: 'filler' | 'pause';
  /** The words of a filler as they were heard; empty for a pause. */
  text: string;
  part: Part;
}

export interface Wanted {
  /** Words and phrases, in any case and with any punctuation. */
  fillers: readonly string[];
  /** The shortest pause, in ms; null: none. */
  pauseMs: number | null;
}

const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .trim();

/**
 * The fillers and pauses in a section's words that are not cut yet, in order of time. None is inside a word, and a filler
 * takes the pause after it along.
 * @param words all that are spoken in the section's range, in order of time
 */
export function findRemovals(section: Section, words: Word[], { fillers, pauseMs }: Wanted): Removal[] {
  const { start, end } = spanOf(section);
  const spoken = words.map((word) => ({ ...partOf(word), text: word.text, key: keyOf(word.text) }));
  const phrases = fillers
    .map((phrase) => keyOf(phrase).split(/\s+/u).filter(Boolean))
    .filter((phrase) => phrase.length > 0)
    .toSorted((a, b) => b.length - a.length);
  const found: Removal[] = [];
  let spokenUntil = start * 1000;
  for (let at = 0; at < spoken.length;) {
    const word = spoken[at]!;
    if (isCut(section.cuts, word)) {
      spokenUntil = Math.max(spokenUntil, word.endMs);
      at += 1;
      continue;
    }
    const phrase = phrases.find((keys) => keys.every((key, i) => spoken[at + i]?.key === key));
    const last = at + (phrase?.length ?? 1) - 1;
    const next = spoken[last + 1];
    const until = Math.max(...spoken.slice(at, last + 1).map(({ endMs }) => endMs));
    if (phrase) {
      const text = spoken.slice(at, last + 1).map((one) => one.text);
      const { startMs, endMs } = partOfWords(word, { ...word, endMs: until }, next);
      const part = { startMs: Math.max(startMs, spokenUntil), endMs: Math.min(endMs, end * 1000) };
      if (part.startMs < part.endMs) found.push({ kind: 'filler', text: text.join(' '), part });
    } else if (pauseMs !== null && next) {
      const from = Math.max(spokenUntil, until);
      const part = { startMs: from + AFTER_MS, endMs: next.startMs - BEFORE_MS };
      const isLong = next.startMs - from >= pauseMs && part.endMs > part.startMs;
      if (isLong && !isCut(section.cuts, part)) found.push({ kind: 'pause', text: '', part });
    }
    spokenUntil = Math.max(spokenUntil, until);
    at = last + 1;
  }
  return found;
}
