import type { SpokenLanguage } from '#contract/primitives.ts';

/** The choices for the spoken language of a video. */
export const SPOKEN_LANGUAGES: Record<SpokenLanguage, string> = {
  auto: 'Auto',
  en: 'English',
  hi: 'Hindi',
  bn: 'Bengali',
};
