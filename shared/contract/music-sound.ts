/** The part of the music that the film and the page's player use, without its schemas. */

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

/** How the film lowers its music under its own audio. A player does the same. */
export const DUCKING = {
  /** Above this level of the film's own audio, in dBFS, the music falls by 7 dB for each 8 dB. */
  thresholdDb: -34,
  ratio: 8,
  /** The part of the music that falls. The rest is 14 dB lower, however loud the film's own audio is. */
  depth: 0.8,
  attackMs: 20,
  releaseMs: 700,
} as const;

/** The crossfade from the music's end to its start if it is shorter than the film, in ms. */
const LOOP_CROSSFADE_MS = 1000;

/**
 * Returns the crossfade at the loop of music of this length, in ms: at most a quarter of very short music.
 */
export const loopCrossfadeMs = (lengthMs: number): number =>
  Math.min(LOOP_CROSSFADE_MS, Math.floor(lengthMs / 4));
