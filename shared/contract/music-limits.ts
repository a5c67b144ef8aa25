/** The limits of music that the film and the page use, without its schemas. */

/** The shortest and the longest music, in ms. */
export const MIN_MUSIC_MS = 1_000;
export const MAX_MUSIC_MS = 1_800_000;
/** The extensions of audio files that can be music. */
export const MUSIC_ENDINGS = ['.mp3', '.m4a', '.aac', '.wav', '.flac', '.ogg', '.oga', '.opus'];

/** The default volume of music; 1 is as loud as the film's own audio. */
export const MUSIC_VOLUME = 0.3;
/** The longest fade at the end, in seconds of the film. */
export const MAX_MUSIC_FADE = 10;
/** The longest credit line. */
export const MAX_MUSIC_CREDIT = 300;
