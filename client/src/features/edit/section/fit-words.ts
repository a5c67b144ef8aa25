import { readingMs } from '#contract/section-length.ts';
import type { Section, TextSource } from '#contract/sections.ts';
import { preciseTime } from '../../../lib/format.ts';
import { ownLength, type Span } from './ranges.ts';
import { languageName } from './sound-words.ts';

const percent = (factor: number): number => Math.round((factor - 1) * 100);
const tenths = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** What was done to a section so that its narration fits, the least visible first; empty when nothing was. */
export function fitWords(fit: Section['fit']): string[] {
  if (!fit) return [];
  const { speed, tempo, extend, slow, freeze } = fit;
  const words: string[] = [];
  // Recorded faster and played faster are heard as one.
  const voice = percent(speed * tempo);
  if (voice > 0) words.push(`Voice ${voice}% faster`);
  if (extend >= 0.05) words.push(`Picture extended ${tenths(extend)}`);
  if (percent(slow) > 0) words.push(`Picture slowed ${percent(slow)}%`);
  if (freeze >= 0.05) words.push(`Last frame held ${tenths(freeze)}`);
  return words;
}

/** A length in the film; one that is not certain yet is marked. */
export function filmLength(section: Section): string {
  return `${section.effectiveEstimated ? '≈ ' : ''}${preciseTime(section.effectiveDuration)}`;
}

/** The length that a row shows: a video's own, or for a picture that stands what it takes in the film. */
export function sectionLength(section: Section): string {
  return section.media === 'video' ? preciseTime(ownLength(section)) : filmLength(section);
}

/** Where a section begins and ends: in its video, or for a picture that stands from 0 to its length. */
export function sectionSpan({ media, startTime, endTime, effectiveDuration }: Section): Span {
  return media === 'video' ? { start: startTime, end: endTime } : { start: 0, end: effectiveDuration };
}

/** Where a text comes from, in words; null when there is none to speak of. */
export function textSourceWords(section: Section, translates: boolean): string | null {
  if (section.transcription.trim() === '') return null;
  const words: Record<TextSource, string> = {
    original: 'As spoken',
    written: section.voiceReason === 'corrected' ? 'Corrected' : 'Your text',
    translated: 'Machine translation – please check',
    untranslated: untranslatedWords(section, translates),
  };
  return words[section.textSource];
}

function untranslatedWords({ narrated, textLanguage }: Section, translates: boolean): string {
  const text = `${languageName(textLanguage)} text`;
  if (!narrated) return `${text}, not translated: the captions show it as written`;
  return translates
    ? `${text}: will be translated when you generate`
    : `${text}, not translated: will be read as written`;
}

/** What a narration that is longer than its section does, in words; null when it is not. */
export function overhangWords(section: Section): string | null {
  const { transcription, media, narrated, fit } = section;
  const length = ownLength(section);
  const reading = readingMs(transcription) / 1000;
  const fits = fit ? fit.applied.length === 0 : reading <= length;
  if (!narrated || media !== 'video' || fits || reading <= length) return null;
  return `This text takes about ${tenths(reading)} to read; the section lasts ${tenths(length)}.`;
}
