/** What the page knows of a search for music, without its schemas. */

/** The moods by which music can be searched. */
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

/** What a licence asks for beside the credit: the same licence for the film. */
export const MUSIC_TERMS = ['sharealike'] as const;
export type MusicTerm = (typeof MUSIC_TERMS)[number];
