import { isCut, partOfWords, withCuts } from '#film/time/cuts.ts';
import { MAX_CUTS, type Part } from '#contract/cuts.ts';
import type { Language } from '#contract/primitives.ts';
import { excerptMs, lengthMs } from '#film/time/section-length.ts';
import type { Section, Word } from '#contract/sections.ts';
import { divideGap } from '#film/time/silences.ts';
import { partOf } from './cut-words.ts';
import { sectionExcerpt, MIN_RANGE, spanOf } from './ranges.ts';

/** Words and phrases without a meaning of their own that fill pauses, by language. */
export const FILLERS: Record<Language, readonly string[]> = {
  en: ['um', 'umm', 'uh', 'uhm', 'er', 'erm', 'ah', 'hm', 'hmm', 'mm', 'you know', 'I mean'],
  hi: ['उम', 'उम्म', 'अं', 'अम', 'आं', 'एं', 'हम्म', 'मतलब', 'क्या कहते हैं'],
  bn: ['উম', 'উম্ম', 'আঁ', 'অ্যাঁ', 'এঁ', 'হুম', 'ইয়ে', 'মানে', 'কী বলে'],
};

/** Returns the form of a word or phrase that is compared. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .trim();

/** Fillers that may also be ordinary speech, so only the creator can decide whether to remove them. */
const ORDINARY = new Set(['mm', 'you know', 'I mean', 'मतलब', 'क्या कहते हैं', 'মানে', 'কী বলে'].map(keyOf));

/** The default of the shortest pause that is removed, in ms. */
export const PAUSE_MS = 800;
/** The part of a removed pause that stays after the previous word, in ms. */
const AFTER_MS = 150;
/** The part of a removed pause that stays before the next word, in ms. */
const BEFORE_MS = 100;
/** The number of words that are shown on each side of a removal. */
const AROUND = 3;

/** A part that may be cut out of a section. */
export interface Removal {
  /** `wordless` is sound in which no word was recognised, such as laughter, music or unclear speech. */
  kind: 'filler' | 'pause' | 'wordless';
  /** The words of a filler as in the transcript; otherwise empty. */
  text: string;
  part: Part;
  /** The length of the pause or sound that the part shortens, in ms; 0 for a filler. */
  pauseMs: number;
  /** A few transcript words before the removal, joined by spaces; empty at the start of the section. */
  before: string;
  /** A few transcript words after the removal, joined by spaces; empty at the end of the section. */
  after: string;
  /** Whether it may be ordinary speech or has sound. It is removed only if the creator selects it. */
  isOrdinary: boolean;
}

export interface RemovalOptions {
  /** Words and phrases, in any case and with any punctuation. */
  fillers: readonly string[];
  /** The shortest pause, in ms; `null` to find no pauses. */
  pauseMs: number | null;
  /** The silences of the section's video in order of time; `undefined` if they were not measured. */
  silences: readonly Part[] | undefined;
}

/**
 * Returns the fillers and pauses of a section that are not cut yet, in order of time. No removal is inside a
 * word. A filler includes the pause after it. A pause is silence between words, before the first or after the
 * last one; sound in its place is `wordless`.
 * @param words all transcript words of the section's range, in order of time; without words there are no pauses
 */
export function findRemovals(
  section: Section,
  words: Word[],
  { fillers, pauseMs, silences }: RemovalOptions,
): Removal[] {
  const { start, end } = spanOf(section);
  const [startMs, endMs] = [Math.round(start * 1000), Math.round(end * 1000)];
  const spoken = words.map((word) => ({ ...partOf(word), text: word.text, key: keyOf(word.text) }));
  const phrases = fillers
    .map((phrase) => keyOf(phrase).split(/\s+/u).filter(Boolean))
    .filter((phrase) => phrase.length > 0)
    .toSorted((a, b) => b.length - a.length);
  const removals: Removal[] = [];
  const textOf = (from: number, to: number): string =>
    spoken
      .slice(Math.max(0, from), to)
      .map(({ text }) => text)
      .join(' ');
  /** Returns the text around the gap between the words with the indexes `before` and `next`. */
  const around = (before: number, next: number) => ({
    before: textOf(before + 1 - AROUND, before + 1),
    after: textOf(next, next + AROUND),
  });
  /**
   * Adds the long pauses and sounds of the gap before the word `next`. A filler has removed the gap until
   * `removedUntil`.
   */
  const gap = (next: number, from: number, until: number, removedUntil = 0): void => {
    if (pauseMs === null || until - from < pauseMs) return;
    // There is no word beside the ends of the section, so no breath has to remain.
    const edges = {
      startMs: next === 0 ? from : from + AFTER_MS,
      endMs: spoken[next] ? until - BEFORE_MS : until,
    };
    const add = (kind: 'pause' | 'wordless', whole: Part, part: Part): void => {
      const clamped = {
        startMs: Math.max(edges.startMs, part.startMs),
        endMs: Math.min(edges.endMs, part.endMs),
      };
      const isLong = whole.endMs - whole.startMs >= pauseMs && clamped.endMs > clamped.startMs;
      if (!isLong || clamped.startMs < removedUntil || isCut(section.cuts, clamped)) return;
      const details = { pauseMs: whole.endMs - whole.startMs, ...around(next - 1, next) };
      removals.push({ kind, text: '', part: clamped, ...details, isOrdinary: kind === 'wordless' });
    };
    const { silent, sounding } = divideGap({ startMs: from, endMs: until }, silences);
    for (const { part, whole } of silent) {
      // A sound beside the pause keeps a breath, like a word.
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
    let removedUntil = 0;
    if (phrase) {
      const whole = partOfWords(word, { ...word, endMs: until }, { next, silences });
      const part = { startMs: Math.max(whole.startMs, spokenUntil), endMs: Math.min(whole.endMs, endMs) };
      const details = { text: textOf(at, last + 1), pauseMs: 0, ...around(at - 1, last + 1), isOrdinary };
      if (part.startMs < part.endMs) removals.push({ kind: 'filler', part, ...details });
      // The pause after ordinary speech is listed separately, because the words may stay.
      if (!isOrdinary) removedUntil = part.endMs;
    }
    if (next) gap(last + 1, Math.max(spokenUntil, until), next.startMs, removedUntil);
    spokenUntil = Math.max(spokenUntil, until);
    at = last + 1;
  }
  if (first) gap(spoken.length, spokenUntil, endMs);
  return removals.toSorted((a, b) => a.part.startMs - b.part.startMs);
}

/** A section and its selected removals. */
export interface Chosen {
  section: Section;
  removals: readonly Removal[];
}

export interface CutPlan {
  /** Each changed section with all its cuts after the change. */
  cuts: { section: Section; cuts: Part[] }[];
  removals: Removal[];
  /** The time by which the film becomes shorter, in ms. */
  savedMs: number;
  /**
   * Sections that stay unchanged: less than half a second would be left, or they would have too many cuts.
   */
  leftOut: { section: Section; why: 'short' | 'many' }[];
}

/** Returns the cuts of sections after all selected removals. */
export function planCuts(chosen: readonly Chosen[]): CutPlan {
  const plan: CutPlan = { cuts: [], removals: [], savedMs: 0, leftOut: [] };
  for (const { section, removals } of chosen) {
    if (removals.length === 0) continue;
    const cuts = withCuts(
      section.cuts,
      removals.map(({ part }) => part),
    );
    const before = sectionExcerpt(section);
    const after = { ...before, cuts };
    const isShort = excerptMs(after) < MIN_RANGE * 1000;
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
