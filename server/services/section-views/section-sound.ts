import type { SectionSnapshot } from '#contract/jobs/generation.ts';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Gender, Language } from '#contract/primitives.ts';
import type { Voice, VoiceReason } from '#contract/sections.ts';
import { compareSaid, timeWords } from '#contract/said-words.ts';
import { cutsWithin, isCut } from '#contract/cuts.ts';
import { type Excerpt, lengthMs, sinceStart, type TimeBudget, timeBudget } from '#contract/section-length.ts';
import { withoutCutWords, withoutPieces } from '#contract/spoken-text.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { excerptOf, mediaOf } from '#core/repositories/projects/section-media.ts';
import { withoutWithheld } from '#core/text/withheld-words.ts';
import type { EngineNames, Translates } from './made-narrations.ts';
import { firstText, originalOf, shownText } from './section-text.ts';
import { wordsIn } from './section-words.ts';

/** The voice of a section's narration, and what a translator may be asked for. */
export interface NarrationWish {
  language: Language;
  gender: Gender;
  /** The id of the voice that the film has; null: the best of the gender. */
  speaker: string | null;
  translates: EngineNames['translates'];
}

export interface SectionVoice {
  voice: Voice;
  reason: VoiceReason;
  /** The text to narrate; null unless the voice is `narrated`. */
  narration: SectionSnapshot['narration'];
}

/** How a text relates to what is said: the same, with some words corrected, or different. */
export type Said = ReturnType<typeof compareSaid>;

/** What the words heard in a section tell of its text. */
export interface Heard {
  said: Said;
  /** What cuts and withheld words leave of the text in the language spoken; null if that is all of it. */
  left: string | null;
}

/** Of a section that does not go by its words. */
export const UNHEARD: Heard = { said: 'other', left: null };

/**
 * Whose voice a section has in a film, and its narrated text. `hasSound` concerns its video; `heard` is used only where
 * `goesByWords`.
 */
export function voiceOf(
  row: SectionRow,
  wish: NarrationWish,
  { hasSound, heard }: { hasSound: boolean; heard: () => Heard },
): SectionVoice {
  const without = (voice: Voice, reason: VoiceReason): SectionVoice => ({ voice, reason, narration: null });
  if (row.sound === 'muted') return without('muted', 'chosen');
  const own = mediaOf(row) === 'video' && hasSound ? 'original' : 'silent';
  if (row.sound === 'original') return without(own, own === 'silent' ? 'no_sound' : 'chosen');
  const { left, said } = heard();
  const shown = shownText(row, wish.language, left);
  const text = shown.heard.trim();
  if (text === '') return without(own, 'no_text');
  const reason = row.sound === 'narrated' ? 'chosen' : automatic(row, wish.language, said);
  if (OWN_SOUND.has(reason)) return without(own, own === 'silent' ? 'no_sound' : reason);
  const translates = shown.source === 'untranslated' && wish.translates(shown.language, wish.language);
  const translateFrom = translates ? shown.language : null;
  return {
    voice: 'narrated',
    reason,
    narration: {
      text,
      language: wish.language,
      gender: wish.gender,
      speaker: row.speaker ?? wish.speaker,
      translateFrom,
      ...budgetOf(row, translates, wish.language),
    },
  };
}

/** How long a translation may be; nothing for a still, which lasts as long as its narration. */
export function budgetOf(
  row: SectionRow,
  translates: Translates,
  language: Language,
): { budget?: TimeBudget } {
  const isBound = translates === 'in_time' && mediaOf(row) === 'video';
  return isBound ? { budget: timeBudget(excerptOf(row), language) } : {};
}

/** The reasons why a section with a text plays its own sound without a choice of the creator. */
const OWN_SOUND = new Set<VoiceReason>(['as_spoken', 'corrected', 'other_text', 'replaced']);

/**
 * Returns why a section with a text is narrated or not, without a choice of the creator. In the language that is spoken
 * its speaker stays, whatever the text: only the creator replaces a speaker.
 */
function automatic(row: SectionRow, language: Language, said: Said): VoiceReason {
  const original = originalOf(row);
  if (!original || mediaOf(row) !== 'video') return 'own_text';
  const { source } = shownText(row, language, null);
  if (original.language !== language) return 'other_language';
  if (row.object_id !== null) return source === 'original' ? 'replaced' : 'own_text';
  if (source === 'original') return 'as_spoken';
  if (!hasSpeaker(row)) return 'own_text';
  return { same: 'as_spoken', corrected: 'corrected', other: 'other_text' }[said] as VoiceReason;
}

/** Whether speech was recognised in the section's video. */
const hasSpeaker = (row: SectionRow): boolean =>
  row.words_key !== null || (originalOf(row)?.text ?? '').trim() !== '';

/** Whether a section's words decide its voice or what is narrated: otherwise its row alone does. */
export function goesByWords(row: SectionRow, language: Language): boolean {
  return hasCutWords(row) || mayWithhold(row) || mayBeCorrected(row, language);
}

/** Whether cuts may take words out of a section's text. */
const hasCutWords = (row: SectionRow): boolean =>
  row.object_id === null && row.words_key !== null && cutsWithin(excerptOf(row)).length > 0;

/** Whether words of the section's text may be withheld until the creator confirms them. */
const mayWithhold = (row: SectionRow): boolean => row.object_id === null && row.withholds_words;

function mayBeCorrected(row: SectionRow, language: Language): boolean {
  const original = originalOf(row);
  if (row.sound !== 'auto' || row.object_id !== null || original?.language !== language) return false;
  if (!hasSpeaker(row)) return false;
  const { text, source } = shownText(row, language, null);
  return mediaOf(row) === 'video' && text.trim() !== '' && source !== 'original';
}

/**
 * How a section's text relates to what is said in it, and the words in question: those of its range, or, where the
 * range was trimmed and the text was not, all that were heard.
 */
function saidIn(row: SectionRow, all: TranscriptWord[], text: string) {
  const inRange = wordsIn(row, all);
  const range = compareSaid(inRange.map((word) => word.text).join(' '), text);
  const original = originalOf(row);
  const whole = original === null || range === 'same' ? 'other' : compareSaid(original.text, text);
  return whole === 'same' || (whole === 'corrected' && range === 'other')
    ? { answer: whole, words: row.object_id === null ? all : [] }
    : { answer: range, words: inRange };
}

/** What the words heard in a section tell of its text in a language. */
export function heardIn(row: SectionRow, all: TranscriptWord[], language: Language): Heard {
  const left = leftOf(row, all);
  return { said: saidIn(row, all, shownText(row, language, left).text).answer, left };
}

/** What cuts and withheld words leave of the text in the language spoken; null if that is all of it. */
function leftOf(row: SectionRow, all: TranscriptWord[]): string | null {
  if (!hasCutWords(row) && !mayWithhold(row)) return null;
  const { text } = firstText(row);
  const left = withoutWithheld(leftByCutWords(row, all, text), all).trim();
  return left === text.trim() ? null : left;
}

/** A text that is not what is said stays whole: nobody knows which of its words are cut. */
function leftByCutWords(row: SectionRow, all: TranscriptWord[], text: string): string {
  if (!hasCutWords(row)) return text;
  const { answer, words } = saidIn(row, all, text);
  return answer === 'other' ? text : withoutCutWords(text, words, excerptOf(row).cuts);
}

/**
 * A section's text as spoken in its own sound, or over its silence, in ms from the section's start. The text of
 * replaced media belongs to nothing.
 */
export function captionsOf(
  row: SectionRow,
  words: TranscriptWord[],
  language: Language,
): SectionSnapshot['words'] {
  const shown = shownText(row, language, leftOf(row, words));
  if (row.object_id !== null && shown.source === 'original') return [];
  const played = excerptOf(row);
  const excerpt = { ...played, cuts: [] };
  const length = lengthMs(excerpt);
  const heard = saidIn(row, words, shown.text).words.map(({ text, startMs, endMs }) => ({
    text,
    startMs: sinceStart(excerpt, startMs),
    endMs: sinceStart(excerpt, endMs),
  }));
  const within = (ms: number) => Math.max(0, Math.min(length, ms));
  const text = mayWithhold(row) ? withoutWithheld(shown.text, words) : shown.text;
  const timed = timeWords(text, heard, length)
    .filter((word) => word.endMs > 0 && word.startMs < length)
    .map(({ text, startMs, endMs }) => ({ text, startMs: within(startMs), endMs: within(endMs) }));
  return played.cuts.length === 0 ? timed : leftByCuts(played, timed, heard.length > 0);
}

/**
 * The words that a section's cuts leave, with their times in the film; before, they had those of the whole range. They
 * end their sentences as a narration of them does. A text whose words have no times of their own stays whole.
 */
function leftByCuts(excerpt: Excerpt, words: SectionSnapshot['words'], areHeard: boolean) {
  const { startMs, speed, cuts } = excerpt;
  const inSource = (ms: number) => startMs + ms * speed;
  const inFilm = (ms: number) => sinceStart(excerpt, inSource(ms));
  const isOut = (word: (typeof words)[number]): boolean =>
    areHeard && isCut(cuts, { startMs: inSource(word.startMs), endMs: inSource(word.endMs) });
  return withoutPieces(words, isOut).map((word) => ({
    ...word,
    startMs: inFilm(word.startMs),
    endMs: inFilm(word.endMs),
  }));
}
