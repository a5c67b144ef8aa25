import type { MusicMood } from '#contract/music-moods.ts';

/** The page's names for the moods of music. */
export const MOOD_NAMES: Record<MusicMood, string> = {
  calm: 'Calm',
  happy: 'Happy',
  sad: 'Sad',
  energetic: 'Energetic',
  dramatic: 'Dramatic',
  dreamy: 'Dreamy',
  dark: 'Dark',
  romantic: 'Romantic',
};
