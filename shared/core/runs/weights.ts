import { HEARING_PARTS } from '#contract/jobs/processing.ts';
import { evenChunks } from '../hearing/even-chunks.ts';

/** The length assumed for a source of unknown length, in ms. */
const UNKNOWN_LENGTH_MS = 300_000;

const lengthOf = (durationMs: number) => durationMs || UNKNOWN_LENGTH_MS;

/**
 * The expected work for one video of this length in ms (0 if unknown), in ms on a two-core machine. An
 * installation's own history corrects the estimate.
 */
export const fetchWeight = (durationMs: number): number => 200 + lengthOf(durationMs) * 0.01;
export const soundWeight = (durationMs: number): number => 300 + lengthOf(durationMs) * 0.012;
export const scanWeight = (durationMs: number): number => 500 + lengthOf(durationMs) * 0.1;
export const proxyWeight = (durationMs: number): number => 500 + lengthOf(durationMs) * 0.06;
export const facesWeight = (durationMs: number): number => 1500 + lengthOf(durationMs) * 0.05;
/** The weight of all parts of a video together. */
export const hearWeight = (durationMs: number): number => 500 + lengthOf(durationMs) * 0.43;
export const transcribeWeight = (durationMs: number): number => 200 + lengthOf(durationMs) * 0.001;
/** The weight for all videos of a run together. */
export const assembleWeight = (durationMs: number): number => 300 + durationMs * 0.0005;
/** The weight of translating a text with this number of characters. */
export const translateWeight = (characters: number): number => 800 + characters * 2;
export const narrateWeight = (characters: number): number => 400 + characters * 2;

/** Returns the number of parts in which a video of this length (0 if unknown) is transcribed in parallel. */
export const hearingParts = (durationMs: number): number =>
  Math.min(HEARING_PARTS, evenChunks(lengthOf(durationMs)));
