import type { Scan } from '#contract/jobs/processing.ts';

/** The target of films: integrated loudness in LUFS and the highest true peak in dBTP. */
export const TARGET_LUFS = -16;
export const PEAK_CEILING_DB = -1.5;

/**
 * The gain of the original audio throughout a narrated section, in dB. The text was replaced, so the speech
 * must not return at full volume after the narration.
 */
export const UNDER_NARRATION_DB = -10;

const MAX_BOOST_DB = 20;
const MAX_CUT_DB = 30;
/** Audio below this is a noise floor: raising it would only amplify hiss. */
const NOISE_FLOOR_LUFS = -55;

/** The most that a section without speech or music is raised, in dB: more would only amplify noise. */
const MAX_NOISE_BOOST_DB = 6;
/** A section with a smaller share of speech or music counts as noise. */
const MIN_TONES = 0.1;

/**
 * Whether a range of a quiet video has no recognised word, no music and no voice. Such a range is raised less
 * than others.
 */
export function isNoise(
  { startMs, endMs }: { startMs: number; endMs: number },
  { tones = [], loudness }: Pick<Scan, 'tones' | 'loudness'>,
  saysWords: boolean,
): boolean {
  if (saysWords || loudnessGainDb(loudness) <= MAX_NOISE_BOOST_DB) return false;
  const tonalMs = tones.reduce(
    (sum, tone) => sum + Math.max(0, Math.min(endMs, tone.endMs) - Math.max(startMs, tone.startMs)),
    0,
  );
  return tonalMs < (endMs - startMs) * MIN_TONES;
}

/** The gain in dB of a section's own audio, from its source's measured loudness. */
export function sectionGainDb(
  loudness: { integratedLufs: number } | null,
  { noise }: { noise?: true | undefined },
): number {
  const gain = loudnessGainDb(loudness);
  return noise ? Math.min(MAX_NOISE_BOOST_DB, gain) : gain;
}

/** Returns the gain in dB from a source's measured loudness to the film's; 0 without a measurement. */
export function loudnessGainDb(loudness: { integratedLufs: number } | null): number {
  if (loudness === null || loudness.integratedLufs < NOISE_FLOOR_LUFS) return 0;
  const gain = TARGET_LUFS - loudness.integratedLufs;
  return Math.round(Math.max(-MAX_CUT_DB, Math.min(MAX_BOOST_DB, gain)) * 100) / 100;
}
