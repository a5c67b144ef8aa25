/** The length assumed for a source of unknown length, in ms. */
const UNKNOWN_LENGTH_MS = 300_000;

const lengthOf = (durationMs: number) => durationMs || UNKNOWN_LENGTH_MS;

/**
 * The expected work with one video, in milliseconds on a two-core machine, by its length in ms, 0 when unknown. An
 * installation's own history corrects the estimate.
 */
export const fetchWeight = (durationMs: number): number => 200 + lengthOf(durationMs) * 0.01;
export const scanWeight = (durationMs: number): number => 500 + lengthOf(durationMs) * 0.1;
export const transcribeWeight = (durationMs: number): number => 500 + lengthOf(durationMs) * 0.43;
/** For all videos of a run together. */
export const assembleWeight = (durationMs: number): number => 300 + durationMs * 0.0005;
/** For a text of so many characters. */
export const translateWeight = (characters: number): number => 800 + characters * 2;
export const narrateWeight = (characters: number): number => 400 + characters * 2;
