import type { Section, TextSource } from '#contract/sections.ts';
import { preciseTime } from '../../../lib/format.ts';
import { ownLength, type Span } from './ranges.ts';
import { languageName } from './sound-words.ts';

const percent = (factor: number): number => Math.round((factor - 1) * 100);
const tenths = (seconds: number): string => `${seconds.toFixed(1)} s`;

/** Returns how a section was extended for its narration, least visible means first; empty if it was not. */
export function describeFit(fit: Section['fit']): string[] {
  if (!fit) return [];
  const { speed, tempo, extend, slow, freeze } = fit;
  const words: string[] = [];
  // Faster recording and faster playback sound the same.
  const voice = percent(speed * tempo);
  if (voice > 0) words.push(`Voice ${voice}% faster`);
  if (extend >= 0.05) words.push(`Picture extended ${tenths(extend)}`);
  if (percent(slow) > 0) words.push(`Picture slowed ${percent(slow)}%`);
  if (freeze >= 0.05) words.push(`Last frame held ${tenths(freeze)}`);
  return words;
}

/** Returns a duration in the film as text. An estimate is marked. */
export function filmLength(section: Section): string {
  return `${section.effectiveEstimated ? '≈ ' : ''}${preciseTime(section.effectiveDuration)}`;
}

/** Returns the duration for a row: that of a video's range, or of a still in the film. */
export function sectionLength(section: Section): string {
  return section.media === 'video' ? preciseTime(ownLength(section)) : filmLength(section);
}

/** Returns a section's range in its video, or for a still from 0 to its duration. */
export function sectionSpan({ media, startTime, endTime, effectiveDuration }: Section): Span {
  return media === 'video' ? { start: startTime, end: endTime } : { start: 0, end: effectiveDuration };
}

/** Describes a text's origin; `null` for an ordinary text. */
export function textSourceWords(section: Section, translates: boolean): string | null {
  if (section.transcription.trim() === '') return null;
  const words: Record<TextSource, string> = {
    original: 'As spoken',
    written: section.voiceReason === 'corrected' ? 'Corrected' : 'Your text',
    translated: 'Machine translation – please check',
    untranslated: untranslatedWords(section, translates),
    outdated: 'Your translation of an earlier text – please check',
  };
  return words[section.textSource];
}

function untranslatedWords({ narrated, textLanguage }: Section, translates: boolean): string {
  const text = `${languageName(textLanguage)} text`;
  if (!narrated) return `${text}, not translated (captions show it as written)`;
  return translates ? `${text}, translated when you generate` : `${text}, not translated (read as written)`;
}
