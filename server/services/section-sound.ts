import type { SectionSnapshot } from '#contract/jobs/generation.ts';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Gender, Language } from '#contract/primitives.ts';
import type { Voice, VoiceReason } from '#contract/sections.ts';
import { compareSaid, timeWords } from '#contract/said-words.ts';
import { lengthMs, sinceStart } from '#contract/section-length.ts';
import type { SectionRow } from '#core/repositories/sections.ts';
import { excerptOf, mediaOf } from '#core/repositories/section-media.ts';
import { originalOf, shownText } from './section-text.ts';
import { wordsIn } from './section-words.ts';

/** The voice of a section's narration, and whether a translator may be asked for its text. */
export interface NarrationWish {
  language: Language;
  gender: Gender;
  translates: boolean;
}

export interface SectionVoice {
  voice: Voice;
  reason: VoiceReason;
  /** The text to narrate; null unless the voice is `narrated`. */
  narration: SectionSnapshot['narration'];
}

/** How a text relates to what is said: the same, with some words corrected, or different. */
export type Said = ReturnType<typeof compareSaid>;

/**
 * Whose voice a section has in a film, and its narrated text. `hasSound` concerns its video; `said` is used only where
 * `goesByWords`.
 */
export function voiceOf(
  row: SectionRow,
  wish: NarrationWish,
  { hasSound, said }: { hasSound: boolean; said: () => Said },
): SectionVoice {
  const without = (voice: Voice, reason: VoiceReason): SectionVoice => ({ voice, reason, narration: null });
  if (row.sound === 'muted') return without('muted', 'chosen');
  const own = mediaOf(row) === 'video' && hasSound ? 'original' : 'silent';
  if (row.sound === 'original') return without(own, own === 'silent' ? 'no_sound' : 'chosen');
  const shown = shownText(row, wish.language);
  const text = shown.text.trim();
  if (text === '') return without(own, 'no_text');
  const reason = row.sound === 'narrated' ? 'chosen' : automatic(row, wish.language, said);
  if (reason === 'as_spoken' || reason === 'corrected' || reason === 'replaced') {
    return without(own, own === 'silent' ? 'no_sound' : reason);
  }
  const translateFrom = wish.translates && shown.source === 'untranslated' ? shown.language : null;
  return {
    voice: 'narrated',
    reason,
    narration: { text, language: wish.language, gender: wish.gender, translateFrom },
  };
}

/** Why a section with a text is narrated or not, without a choice of the creator. */
function automatic(row: SectionRow, language: Language, said: () => Said): VoiceReason {
  const original = originalOf(row);
  if (!original || mediaOf(row) !== 'video') return 'own_text';
  const { source } = shownText(row, language);
  if (original.language !== language) return 'other_language';
  if (row.object_id !== null) return source === 'original' ? 'replaced' : 'own_text';
  if (source === 'original') return 'as_spoken';
  return { same: 'as_spoken', corrected: 'corrected', other: 'other_text' }[said()] as VoiceReason;
}

/** Whether a section's words decide its voice: otherwise its row alone does. */
export function goesByWords(row: SectionRow, language: Language): boolean {
  const original = originalOf(row);
  if (row.sound !== 'auto' || row.object_id !== null || original?.language !== language) return false;
  const { text, source } = shownText(row, language);
  return mediaOf(row) === 'video' && text.trim() !== '' && source !== 'original';
}

/**
 * How a section's text relates to what is said in it, and the words in question: those of its range, or, where the
 * range was trimmed and the text was not, all that were heard.
 */
export function saidIn(row: SectionRow, all: TranscriptWord[], language: Language) {
  const { text } = shownText(row, language);
  const inRange = wordsIn(row, all);
  const range = compareSaid(inRange.map((word) => word.text).join(' '), text);
  const original = originalOf(row);
  const whole = original === null || range === 'same' ? 'other' : compareSaid(original.text, text);
  return whole === 'same' || (whole === 'corrected' && range === 'other')
    ? { answer: whole, words: row.object_id === null ? all : [] }
    : { answer: range, words: inRange };
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
  const shown = shownText(row, language);
  if (row.object_id !== null && shown.source === 'original') return [];
  const excerpt = excerptOf(row);
  const length = lengthMs(excerpt);
  const heard = saidIn(row, words, language).words.map(({ text, startMs, endMs }) => ({
    text,
    startMs: sinceStart(excerpt, startMs),
    endMs: sinceStart(excerpt, endMs),
  }));
  const within = (ms: number) => Math.max(0, Math.min(length, ms));
  return timeWords(shown.text, heard, length)
    .filter((word) => word.endMs > 0 && word.startMs < length)
    .map(({ text, startMs, endMs }) => ({ text, startMs: within(startMs), endMs: within(endMs) }));
}
