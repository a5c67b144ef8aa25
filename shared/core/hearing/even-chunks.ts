import { CHUNK_MS, HEARING_PARTS } from '#contract/jobs/processing.ts';

/**
 * Speech shorter than this stays in one chunk, in ms, because every chunk loads the recogniser's model again.
 */
const SHORTEST_DIVIDED_MS = 40_000;
/** The maximum duration of speech of a chunk, in ms. */
const LONGEST_MS = CHUNK_MS * 1.25;

/**
 * Returns the number of chunks for a duration of speech in ms: 1, 2, 4, 8 or a multiple of 8. With any other
 * number, some cores would be idle while others transcribe the last chunks.
 */
export function evenChunks(speechMs: number): number {
  if (speechMs < SHORTEST_DIVIDED_MS) return 1;
  for (let chunks = 2; chunks < HEARING_PARTS; chunks *= 2) {
    if (speechMs <= chunks * LONGEST_MS) return chunks;
  }
  return HEARING_PARTS * Math.ceil(speechMs / (HEARING_PARTS * LONGEST_MS));
}
