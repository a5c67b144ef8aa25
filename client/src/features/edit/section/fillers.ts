import { isCut, MAX_CUTS, type Part, partOfWords, withCuts } from '#contract/cuts.ts';
import type { Language } from '#contract/primitives.ts';
import { keptMs, lengthMs } from '#contract/section-length.ts';
import type { Section, Word } from '#contract/sections.ts';
import { divideGap } from '#contract/silences.ts';
import { partOf } from './cut-words.ts';
import { excerptOf, MIN_RANGE, spanOf } from './ranges.ts';

/** Words and phrases without a meaning of their own that speakers fill pauses with, by language. */
export const FILLERS: Record<Language, readonly string[]> = {
  en: ['um', 'umm', 'uh', 'uhm', 'er', 'erm', 'ah', 'hm', 'hmm', 'mm', 'you know', 'I mean'],
  hi: ['उम', 'उम्म', 'अं', 'अम', 'आं', 'एं', 'हम्म', 'मतलब', 'क्या कहते हैं'],
  bn: ['উম', 'উম্ম', 'আঁ', 'অ্যাঁ', 'এঁ', 'হুম', 'ইয়ে', 'মানে', 'কী বলে'],
};

/** A word or phrase for comparison. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .trim();

/** Those that mean something as well, so that only the creator can tell whether they fill a pause. */
const ORDINARY = new Set(['mm', 'you know', 'I mean', 'मतलब', 'क्या कहते हैं', 'মানে', 'কী বলে'].map(keyOf));

/** The shortest pause that is worth removing unless the creator says otherwise, in ms. */
export const PAUSE_MS = 800;
/** What stays of a removed pause: after the word before it, and before the next one, in ms. */
const AFTER_MS = 150;
const BEFORE_MS = 100;
/** How many words are told on each side of what may be removed. */
const AROUND = 3;

/** Something that may be taken out of a section. */
export interface Removal {
  /** `wordless` is sound in which no word was recognised, such as laughter, music or unclear speech. */
  kind: 'filler' | 'pause' | 'wordless';
  /** The words of a filler as they were heard; otherwise empty. */
  text: string;
  part: Part;
  /** How long the pause or the sound is that the part shortens, in ms; 0 for a filler. */
  pauseMs: number;
  /** A few words that are said before and after it, with spaces between; empty at an end of the section. */
  before: string;
  after: string;
  /** It may be ordinary speech, or has sound: removed only if the creator says so. */
  isOrdinary: boolean;
}

export interface Wanted {
  /** Words and phrases, in any case and with any punctuation. */
  fillers: readonly string[];
  /** The shortest pause, in ms; null: none. */
  pauseMs: number | null;
  /** Those measured in the section's video, in order; undefined if it was not measured. */
  silences: readonly Part[] | undefined;
}

/**
 * The fillers and pauses in a section's words that are not cut yet, in order of time. None is inside a word, and a filler
 * takes the pause after it along. A pause is silence between words, before the first or after the last one; sound there
 * is `wordless`.
 * @param words all that are spoken in the section's range, in order of time; without any, nothing is a pause
 */
export function findRemovals(
  section: Section,
  words: Word[],
  { fillers, pauseMs, silences }: Wanted,
): Removal[] {
  const { start, end } = spanOf(section);
  const [startMs, endMs] = [Math.round(start * 1000), Math.round(end * 1000)];
  const spoken = words.map((word) => ({ ...partOf(word), text: word.text, key: keyOf(word.text) }));
  const phrases = fillers
    .map((phrase) => keyOf(phrase).split(/\s+/u).filter(Boolean))
    .filter((phrase) => phrase.length > 0)
    .toSorted((a, b) => b.length - a.length);
  const found: Removal[] = [];
  const textOf = (from: number, to: number): string =>
    spoken
      .slice(Math.max(0, from), to)
      .map(({ text }) => text)
      .join(' ');
  /** What stands between the words `before` and `next`, by their indexes. */
  const around = (before: number, next: number) => ({
    before: textOf(before + 1 - AROUND, before + 1),
    after: textOf(next, next + AROUND),
  });
  /** Adds the long pauses and sounds of the gap before the word `next`; `taken` is what a filler takes of it. */
  const gap = (next: number, from: number, until: number, taken = 0): void => {
    if (pauseMs === null || until - from < pauseMs) return;
    // At the section's ends no word needs a breath.
    const edges = {
      startMs: next === 0 ? from : from + AFTER_MS,
      endMs: spoken[next] ? until - BEFORE_MS : until,
    };
    const add = (kind: 'pause' | 'wordless', whole: Part, part: Part): void => {
      const kept = {
        startMs: Math.max(edges.startMs, part.startMs),
        endMs: Math.min(edges.endMs, part.endMs),
      };
      const isLong = whole.endMs - whole.startMs >= pauseMs && kept.endMs > kept.startMs;
      if (!isLong || kept.startMs < taken || isCut(section.cuts, kept)) return;
      const told = { pauseMs: whole.endMs - whole.startMs, ...around(next - 1, next) };
      found.push({ kind, text: '', part: kept, ...told, isOrdinary: kind === 'wordless' });
    };
    const { silent, sounding } = divideGap({ startMs: from, endMs: until }, silences);
    for (const { part, whole } of silent) {
      // A sound beside the pause keeps a breath as a word does.
      const startMs = whole.startMs > from ? part.startMs + AFTER_MS : part.startMs;
      const endMs = whole.endMs < until ? part.endMs - BEFORE_MS : part.endMs;
      add('pause', whole, { startMs, endMs });
    }
    for (const whole of sounding) add('wordless', whole, whole);
  };
  const [first] = spoken;
  if (first) gap(0, startMs, first.startMs);
  let spokenUntil = startMs;
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
    const until = Math.max(...spoken.slice(at, last + 1).map((one) => one.endMs));
    const isOrdinary = phrase !== undefined && ORDINARY.has(phrase.join(' '));
    let taken = 0;
    if (phrase) {
      const whole = partOfWords(word, { ...word, endMs: until }, { next, silences });
      const part = { startMs: Math.max(whole.startMs, spokenUntil), endMs: Math.min(whole.endMs, endMs) };
      const told = { text: textOf(at, last + 1), pauseMs: 0, ...around(at - 1, last + 1), isOrdinary };
      if (part.startMs < part.endMs) found.push({ kind: 'filler', part, ...told });
      // A filler takes its pause along, but one of ordinary speech may well stay.
      if (!isOrdinary) taken = part.endMs;
    }
    if (next) gap(last + 1, Math.max(spokenUntil, until), next.startMs, taken);
    spokenUntil = Math.max(spokenUntil, until);
    at = last + 1;
  }
  if (first) gap(spoken.length, spokenUntil, endMs);
  return found.toSorted((a, b) => a.part.startMs - b.part.startMs);
}

/** A section and what of it is to be removed. */
export interface Chosen {
  section: Section;
  removals: readonly Removal[];
}

export interface CutPlan {
  /** Each section with all its cuts from then on. */
  cuts: { section: Section; cuts: Part[] }[];
  removals: Removal[];
  /** How much shorter the film becomes, in ms. */
  savedMs: number;
  /** Sections that stay as they are, since less than half a second would be left, or they would have too many cuts. */
  leftOut: { section: Section; why: 'short' | 'many' }[];
}

/** What is cut out of sections if all that is chosen goes. */
export function planCuts(chosen: readonly Chosen[]): CutPlan {
  const plan: CutPlan = { cuts: [], removals: [], savedMs: 0, leftOut: [] };
  for (const { section, removals } of chosen) {
    if (removals.length === 0) continue;
    const cuts = withCuts(
      section.cuts,
      removals.map(({ part }) => part),
    );
    const before = excerptOf(section);
    const after = { ...before, cuts };
    const isShort = keptMs(after) < MIN_RANGE * 1000;
    if (isShort || cuts.length > MAX_CUTS) {
      plan.leftOut.push({ section, why: isShort ? 'short' : 'many' });
      continue;
    }
    plan.cuts.push({ section, cuts });
    plan.removals.push(...removals);
    plan.savedMs += lengthMs(before) - lengthMs(after);
  }
  return plan;
}
