import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Language } from '#contract/primitives.ts';

/**
 * Guesses by the script of most letters: Devanagari is Hindi, Bengali script is Bengali, anything else is
 * English.
 */
export function guessLanguage(words: readonly Pick<TranscriptWord, 'text'>[]): Language {
  const text = words.map((word) => word.text).join('');
  const count = (script: RegExp) => text.match(script)?.length ?? 0;
  const scripts: { language: Language; letters: number }[] = [
    { language: 'en', letters: count(/\p{Script=Latin}/gu) },
    { language: 'hi', letters: count(/\p{Script=Devanagari}/gu) },
    { language: 'bn', letters: count(/\p{Script=Bengali}/gu) },
  ];
  return scripts.reduce((best, script) => (script.letters > best.letters ? script : best)).language;
}
