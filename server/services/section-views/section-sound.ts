import type { SectionSnapshot } from '#contract/jobs/generation.ts';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Gender, Language } from '#contract/primitives.ts';
import type { Voice, VoiceReason } from '#contract/sections.ts';
import { compareSpeech, timeWords } from '#text/transcript/said-words.ts';
import { cutsWithin, isCut } from '#film/time/cuts.ts';
import type { Excerpt, TimeBudget } from '#contract/excerpt.ts';
import { lengthMs, sinceStart, timeBudget, excerptOf } from '#film/time/section-length.ts';
import { withoutCutWords } from '#film/time/cut-text.ts';
import { withoutPieces } from '#text/transcript/spoken-text.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { withoutWithheld } from '#text/transcript/withheld-words.ts';
import type { EngineNames, Translates } from './made-narrations.ts';
import { firstText, originalOf, shownText } from './section-text.ts';
import { wordsIn } from './section-words.ts';

/** The requested voice of a section's narration, and the translations that are available. */
export interface NarrationRequest {
  language: Language;
  gender: Gender;
  /** The ID of the film's voice; `null` for the best voice of the gender. */
  speaker: string | null;
  translates: EngineNames['translates'];
}

export interface SectionVoice {
  voice: Voice;
  reason: VoiceReason;
  /** The text to narrate; `null` unless the voice is `narrated`. */
  narration: SectionSnapshot['narration'];
}

/** How a text relates to the transcript: the same, with some words corrected, or different. */
export type SpeechMatch = ReturnType<typeof compareSpeech>;

/** How a section's transcript relates to its text. */
export interface TranscriptMatch {
  speech: SpeechMatch;
  /** The text in the spoken language without cut and withheld words; `null` if it has no such words. */
  remainingText: string | null;
}

/** The result for a section whose transcript does not matter (see `dependsOnTranscript`). */
export const NO_MATCH: TranscriptMatch = { speech: 'other', remainingText: null };

/**
 * Returns the voice of a section in a film, and its narrated text.
 * @param options `hasSound`: whether its video has audio; `match`: used only if `dependsOnTranscript`
 */
export function voiceOf(
  row: SectionRow,
  request: NarrationRequest,
  { hasSound, match }: { hasSound: boolean; match: () => TranscriptMatch },
): SectionVoice {
  const without = (voice: Voice, reason: VoiceReason): SectionVoice => ({ voice, reason, narration: null });
  if (row.sound === 'muted') return without('muted', 'chosen');
  const own = mediaOf(row) === 'video' && hasSound ? 'original' : 'silent';
  if (row.sound === 'original') return without(own, own === 'silent' ? 'no_sound' : 'chosen');
  const { remainingText, speech } = match();
  const displayed = shownText(row, request.language, remainingText);
  const text = displayed.spoken.trim();
  if (text === '') return without(own, 'no_text');
  const reason = row.sound === 'narrated' ? 'chosen' : automatic(row, request.language, speech);
  if (OWN_SOUND.has(reason)) return without(own, own === 'silent' ? 'no_sound' : reason);
  const translates =
    displayed.source === 'untranslated' && request.translates(displayed.language, request.language);
  const translateFrom = translates ? displayed.language : null;
  return {
    voice: 'narrated',
    reason,
    narration: {
      text,
      language: request.language,
      gender: request.gender,
      speaker: row.speaker ?? request.speaker,
      translateFrom,
      ...budgetOf(row, translates, request.language),
    },
  };
}

/**
 * Returns the longest duration of a translation. A still has no limit, because it lasts as long as its
 * narration.
 */
export function budgetOf(
  row: SectionRow,
  translates: Translates,
  language: Language,
): { budget?: TimeBudget } {
  const isBound = translates === 'in_time' && mediaOf(row) === 'video';
  return isBound ? { budget: timeBudget(excerptOf(row, 'video'), language) } : {};
}

/** The reasons for which a section with a text plays its own audio by default. */
const OWN_SOUND = new Set<VoiceReason>(['as_spoken', 'corrected', 'other_text', 'replaced']);

/**
 * Returns why a section with a text is narrated or not by default. In a film of the spoken language, the
 * speaker stays, whatever the text: only the creator replaces a speaker.
 */
function automatic(row: SectionRow, language: Language, match: SpeechMatch): VoiceReason {
  const original = originalOf(row);
  if (!original || mediaOf(row) !== 'video') return 'own_text';
  const { source } = shownText(row, language, null);
  if (original.language !== language) return 'other_language';
  if (row.objectId !== null) return source === 'original' ? 'replaced' : 'own_text';
  if (source === 'original') return 'as_spoken';
  if (!hasSpeaker(row)) return 'own_text';
  return { same: 'as_spoken', corrected: 'corrected', other: 'other_text' }[match] as VoiceReason;
}

/** Whether speech was recognised in the section's video. */
const hasSpeaker = (row: SectionRow): boolean =>
  row.wordsKey !== null || (originalOf(row)?.text ?? '').trim() !== '';

/** Whether a section's voice and narration depend on its transcript. Otherwise its row alone decides them. */
export function dependsOnTranscript(row: SectionRow, language: Language): boolean {
  return hasCutWords(row) || mayWithhold(row) || mayBeCorrected(row, language);
}

/** Whether cuts may remove words from a section's text. */
const hasCutWords = (row: SectionRow): boolean =>
  row.objectId === null && row.wordsKey !== null && cutsWithin(excerptOf(row, mediaOf(row))).length > 0;

/** Whether words of the section's text may be withheld until the creator confirms them. */
const mayWithhold = (row: SectionRow): boolean => row.objectId === null && row.withholdsWords;

function mayBeCorrected(row: SectionRow, language: Language): boolean {
  const original = originalOf(row);
  if (row.sound !== 'auto' || row.objectId !== null || original?.language !== language) return false;
  if (!hasSpeaker(row)) return false;
  const { text, source } = shownText(row, language, null);
  return mediaOf(row) === 'video' && text.trim() !== '' && source !== 'original';
}

/**
 * Returns how a section's text relates to its transcript, and the words that were compared. These are the
 * words of its range, or the whole transcript if the range was trimmed and the text was not.
 */
function matchIn(row: SectionRow, all: TranscriptWord[], text: string) {
  const inRange = wordsIn(row, all);
  const range = compareSpeech(inRange.map((word) => word.text).join(' '), text);
  const original = originalOf(row);
  const whole = original === null || range === 'same' ? 'other' : compareSpeech(original.text, text);
  return whole === 'same' || (whole === 'corrected' && range === 'other')
    ? { answer: whole, words: row.objectId === null ? all : [] }
    : { answer: range, words: inRange };
}

/** Compares a section's transcript with its text in a language. */
export function compareTranscript(
  row: SectionRow,
  all: TranscriptWord[],
  language: Language,
): TranscriptMatch {
  const remainingText = remainingTextOf(row, all);
  const speech = matchIn(row, all, shownText(row, language, remainingText).text).answer;
  return { speech, remainingText };
}

/** Returns the text in the spoken language without cut and withheld words; `null` if it has no such words. */
function remainingTextOf(row: SectionRow, all: TranscriptWord[]): string | null {
  if (!hasCutWords(row) && !mayWithhold(row)) return null;
  const { text } = firstText(row);
  const remaining = withoutWithheld(leftByCutWords(row, all, text), all).trim();
  return remaining === text.trim() ? null : remaining;
}

/**
 * Returns a text without its cut words. A text that differs from the transcript stays whole: its words have
 * no times.
 */
function leftByCutWords(row: SectionRow, all: TranscriptWord[], text: string): string {
  if (!hasCutWords(row)) return text;
  const { answer, words } = matchIn(row, all, text);
  return answer === 'other' ? text : withoutCutWords(text, words, excerptOf(row, mediaOf(row)).cuts);
}

/**
 * Returns a section's text as captions of its own audio or of its silence, in ms from the section's start.
 * The original text of replaced media has no captions.
 */
export function captionsOf(
  row: SectionRow,
  words: TranscriptWord[],
  language: Language,
): SectionSnapshot['words'] {
  const displayed = shownText(row, language, remainingTextOf(row, words));
  if (row.objectId !== null && displayed.source === 'original') return [];
  const played = excerptOf(row, mediaOf(row));
  const excerpt = { ...played, cuts: [] };
  const length = lengthMs(excerpt);
  const recognized = matchIn(row, words, displayed.text).words.map(({ text, startMs, endMs }) => ({
    text,
    startMs: sinceStart(excerpt, startMs),
    endMs: sinceStart(excerpt, endMs),
  }));
  const within = (ms: number) => Math.max(0, Math.min(length, ms));
  const text = mayWithhold(row) ? withoutWithheld(displayed.text, words) : displayed.text;
  const timed = timeWords(text, recognized, length)
    .filter((word) => word.endMs > 0 && word.startMs < length)
    .map(({ text, startMs, endMs }) => ({ text, startMs: within(startMs), endMs: within(endMs) }));
  return played.cuts.length === 0 ? timed : leftByCuts(played, timed, recognized.length > 0);
}

/**
 * Returns the words that a section's cuts leave, with their times in the film instead of those in the whole
 * range. Their sentences end like those of their narration. A text whose words have no times of their own
 * stays whole.
 */
function leftByCuts(excerpt: Excerpt, words: SectionSnapshot['words'], areRecognized: boolean) {
  const { startMs, speed, cuts } = excerpt;
  const inSource = (ms: number) => startMs + ms * speed;
  const inFilm = (ms: number) => sinceStart(excerpt, inSource(ms));
  const isOut = (word: (typeof words)[number]): boolean =>
    areRecognized && isCut(cuts, { startMs: inSource(word.startMs), endMs: inSource(word.endMs) });
  return withoutPieces(words, isOut).map((word) => ({
    ...word,
    startMs: inFilm(word.startMs),
    endMs: inFilm(word.endMs),
  }));
}
