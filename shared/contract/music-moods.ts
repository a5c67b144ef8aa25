/** The part of the music search that the page uses, without its schemas. */

/** The moods for which music can be searched. */
export const MUSIC_MOODS = [
  'calm',
  'happy',
  'sad',
  'energetic',
  'dramatic',
  'dreamy',
  'dark',
  'romantic',
] as const;
export type MusicMood = (typeof MUSIC_MOODS)[number];

/** The condition of a licence beside the credit: the same licence for the film. */
export const MUSIC_TERMS = ['sharealike'] as const;
export type MusicTerm = (typeof MUSIC_TERMS)[number];
