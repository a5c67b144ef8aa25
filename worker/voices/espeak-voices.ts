import type { Gender, Language } from '#contract/primitives.ts';
import { plainText } from './voice.ts';

/**
 * espeak's voices and variants. For English, those that a recogniser understood best of 26 (word errors 39%
 * and 51%, against 90% and 65% with the common +m3 and +f2).
 */
const VOICES: Record<Language, Record<Gender, string>> = {
  en: { male: 'en-us+edward2', female: 'en-us+f5' },
  hi: { male: 'hi+m3', female: 'hi+f2' },
  bn: { male: 'bn+m3', female: 'bn+f2' },
};

export const ESPEAK_LANGUAGES = Object.keys(VOICES) as Language[];

/** A calm pace for listening, in words per minute. */
const WORDS_PER_MINUTE = 160;

export function espeakVoice(language: Language, gender: Gender): string {
  return VOICES[language][gender];
}

/** Returns the rate in words per minute, as a whole number. */
export function espeakRate(speed: number): number {
  return Math.round(WORDS_PER_MINUTE * speed);
}

/** Returns plain text for espeak, without its phoneme notation [[…]]. */
export function speakableText(text: string): string {
  return plainText(text).replace(/\[(?=\[)/g, '[ ');
}

/** espeak's output format. */
export const ESPEAK_SAMPLE_RATE = 22_050;
