import type { SpokenLanguage } from '#contract/primitives.ts';

/** The choices for the language that is spoken in a video. */
export const SPOKEN_LANGUAGES: Record<SpokenLanguage, string> = {
  auto: 'Auto',
  en: 'English',
  hi: 'Hindi',
  bn: 'Bengali',
};
