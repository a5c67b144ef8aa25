import { estimatedLengthMs } from '#film/time/section-length.ts';
import type { Language } from '#contract/primitives.ts';
import type { Section, SectionUpdate, SectionWords, Word } from '#contract/sections.ts';
import {
  type Range,
  type RangedWord,
  matchesSpeech,
  trimText,
  widenWords,
  wordsWithin,
} from '#text/transcript/spoken-text.ts';
import { withoutCutWords } from '#film/time/cut-text.ts';
import { sectionExcerpt, ownLength } from './ranges.ts';
import { likelyVoice } from './sound-words.ts';

/** The unsaved changes of a section. */
export interface Draft extends SectionUpdate {
  /**
   * The text that was typed before the range changed too. It is saved first, since it belongs to the old
   * range.
   */
  typed?: string;
}

interface Place {
  /** The language being edited. */
  language: Language;
  /** The saved section's words; `null` while they load. */
  words: SectionWords | null;
}

/** Adds a change to the unsaved ones. Their text always belongs to their range. */
export function addToDraft(section: Section, draft: Draft, patch: SectionUpdate, place: Place): Draft {
  const next = { ...draft, ...patch };
  const ranged = patch.startTime !== undefined || patch.endTime !== undefined;
  if (!ranged || draft.transcription === undefined || patch.transcription !== undefined) return next;
  if (place.words === null && section.spoken && draft.typed === undefined) {
    // Without the words, the text of the range is unknown here: the server determines it.
    const { transcription: typed, ...rest } = next;
    return { typed, ...rest };
  }
  const { transcription } = ranging(withDraft(section, draft, place), next, place);
  return { typed: draft.transcription, ...next, transcription };
}

/** Returns a section with its unsaved changes applied: a prediction of the server's response. */
export function withDraft(saved: Section, draft: Draft | undefined, place: Place): Section {
  if (!draft) return saved;
  const { typed, transcription, startTime, endTime, ...fields } = draft;
  let section = { ...saved, ...fields };
  if (typed !== undefined) section = writing(section, typed, place);
  section = ranging(section, { startTime, endTime }, place);
  if (transcription !== undefined) section = writing(section, transcription, place);
  if (draft.sound !== undefined && draft.sound !== saved.sound) {
    section = { ...section, ...likelyVoice(section, place.language) };
  }
  return lasting(section, saved, place.words);
}

/** Returns the duration of a changed section in the film, by the server's rule without a narration. */
function lasting(section: Section, saved: Section, words: SectionWords | null): Section {
  const { transcription, narrated, media } = section;
  const isSame =
    ownLength(section) === ownLength(saved) &&
    narrated === saved.narrated &&
    (!narrated || transcription === saved.transcription);
  if (isSame) return section;
  const text = narrated ? audibleText(section, words) : null;
  const lengthMs = estimatedLengthMs({ excerpt: sectionExcerpt(section), text, still: media !== 'video' });
  return { ...section, effectiveDuration: lengthMs / 1000, effectiveEstimated: narrated, fit: null };
}

/** Returns the audible part of a section's text: a transcript without the words that are cut out. */
export function audibleText(section: Section, sectionWords: SectionWords | null): string {
  const { transcription, cuts } = section;
  if (cuts.length === 0 || sectionWords === null || section.videoURL !== null || !showsSpoken(section))
    return transcription;
  const range = sectionExcerpt(section);
  const words = wordsWithin(wordsFor(sectionWords, range), range);
  const transcript = words.map(({ text }) => text).join(' ');
  return matchesSpeech(transcription, transcript)
    ? withoutCutWords(transcription, words, range.cuts)
    : transcription;
}

/** Whether the shown text is the one that follows the range. */
export const showsSpoken = ({ spoken, textLanguage, textSource }: Section): boolean =>
  spoken?.language === textLanguage && textSource !== 'translated';

function writing(section: Section, text: string, { language }: Place): Section {
  if (text === section.transcription) return section;
  const { spoken } = section;
  return {
    ...section,
    transcription: text,
    textSource: 'written',
    textLanguage: language,
    fit: null,
    spoken: spoken?.language === language ? { ...spoken, text } : spoken,
  };
}

function ranging(section: Section, to: Pick<Draft, 'startTime' | 'endTime'>, { words }: Place): Section {
  const { startTime = section.startTime, endTime = section.endTime } = to;
  if (startTime === section.startTime && endTime === section.endTime) return section;
  return following(section, { ...section, startTime, endTime, duration: endTime - startTime }, words);
}

type TimedWord = RangedWord & { word: Word };
const inMs = (seconds: number): number => Math.round(seconds * 1000);
const timedWord = (word: Word): TimedWord => ({
  text: word.text,
  startMs: inMs(word.start),
  endMs: inMs(word.end),
  word,
});

/** Returns a section's words and the words around it that a range includes, in order of time. */
function wordsFor({ words, cutWords, heard }: SectionWords, ...ranges: Range[]): TimedWord[] {
  const own = [...words, ...cutWords].sort((a, b) => a.start - b.start).map(timedWord);
  const around = heard.map(timedWord);
  return ranges.reduce((result, range) => widenWords(result, around, range), own);
}

/** Returns the words in a section's current range. */
export function shownWords(section: Section, words: SectionWords | null): Word[] {
  if (words === null || section.videoURL !== null) return [];
  const range = sectionExcerpt(section);
  return wordsWithin(wordsFor(words, range), range).map(({ word }) => word);
}

/** Returns the text of the new range, by the server's rules. */
function following(before: Section, section: Section, sectionWords: SectionWords | null): Section {
  const { spoken } = before;
  if (!spoken || !sectionWords) return section;
  const [from, to] = [sectionExcerpt(before), sectionExcerpt(section)];
  const words = wordsFor(sectionWords, from);
  const widened = wordsFor(sectionWords, from, to);
  const within = wordsWithin(widened, to);
  const trimmed = trimText({ text: spoken.text, kept: spoken.kept, words, widened, from, to });
  const next = {
    ...section,
    saysWords: within.length > 0,
    spoken: { ...spoken, kept: trimmed, text: trimmed?.inside ?? spoken.text },
  };
  const text = next.spoken.text;
  if (text === spoken.text) return next;
  const isShown = showsSpoken(before);
  // A translation of the earlier text does not apply to the current one.
  if (!isShown && before.textSource !== 'translated') return next;
  return {
    ...next,
    transcription: text,
    textLanguage: spoken.language,
    textSource: isShown ? sourceOf(next, text, within) : 'untranslated',
    fit: null,
  };
}

function sourceOf({ textSource }: Section, text: string, words: TimedWord[]): Section['textSource'] {
  if (textSource === 'untranslated') return textSource;
  if (text === '') return 'written';
  return text === words.map((word) => word.text).join(' ') ? 'original' : textSource;
}
