/** The loudness of films: integrated loudness in LUFS and the highest true peak in dBTP. */
export const TARGET_LUFS = -16;
export const PEAK_CEILING_DB = -1.5;

/**
 * The original sound throughout a narrated section, in dB: the text was replaced, so the speech must not return at full
 * volume after the narration.
 */
export const UNDER_NARRATION_DB = -10;

const MAX_BOOST_DB = 20;
const MAX_CUT_DB = 30;
/** Below this a "sound" is a noise floor, and boosting it would only amplify hiss. */
const NOISE_FLOOR_LUFS = -55;

/** The gain in dB from a source's measured loudness to the film's; 0 without a measurement. */
export function loudnessGainDb(loudness: { integratedLufs: number } | null): number {
  if (loudness === null || loudness.integratedLufs < NOISE_FLOOR_LUFS) return 0;
  const gain = TARGET_LUFS - loudness.integratedLufs;
  return Math.round(Math.max(-MAX_CUT_DB, Math.min(MAX_BOOST_DB, gain)) * 100) / 100;
}
