/** The figures by which the film and its players lower the music under the film's own audio. */
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
