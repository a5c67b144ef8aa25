/** What the film and the page's player know of music, without its schemas. */

/** The shortest and the longest music, in ms. */
export const MIN_MUSIC_MS = 1_000;
export const MAX_MUSIC_MS = 1_800_000;
/** The names of audio files that can be music. */
export const MUSIC_ENDINGS = ['.mp3', '.m4a', '.aac', '.wav', '.flac', '.ogg', '.oga', '.opus'];

/** How loud new music is, 1 being as loud as the film's own audio. */
export const MUSIC_VOLUME = 0.3;
/** The longest fade at the end, in seconds of the film. */
export const MAX_MUSIC_FADE = 10;
/** The longest credit line. */
export const MAX_MUSIC_CREDIT = 300;

/** How the film lowers its music under its own sound; a player does the same. */
export const DUCKING = {
  /** Above this level of the own sound, in dBFS, the music falls by 7 dB for each 8 dB. */
  thresholdDb: -34,
  ratio: 8,
  /** The part of the music that falls: what stays is 14 dB lower, however loud the own sound is. */
  depth: 0.8,
  attackMs: 20,
  releaseMs: 700,
} as const;

/** The crossfade from the music's end to its start where it is shorter than the film, in ms. */
const LOOP_CROSSFADE_MS = 1000;

/** The crossfade at the loop of music that plays for so long, in ms: a quarter of very short music at most. */
export const loopCrossfadeMs = (lengthMs: number): number =>
  Math.min(LOOP_CROSSFADE_MS, Math.floor(lengthMs / 4));
