import { CHUNK_MS, HEARING_PARTS } from '#contract/jobs/processing.ts';

/** Less speech is heard in one chunk: each chunk loads the recogniser's model, in ms. */
const SHORTEST_DIVIDED_MS = 40_000;
/** No chunk has more speech than this, in ms. */
const LONGEST_MS = CHUNK_MS * 1.25;

/**
 * Returns the number of chunks for this much speech, in ms: 1, 2, 4, 8 or a multiple of 8. With another number, some
 * cores would wait while others hear the last chunks.
 */
export function evenChunks(speechMs: number): number {
  if (speechMs < SHORTEST_DIVIDED_MS) return 1;
  for (let chunks = 2; chunks < HEARING_PARTS; chunks *= 2) {
    if (speechMs <= chunks * LONGEST_MS) return chunks;
  }
  return HEARING_PARTS * Math.ceil(speechMs / (HEARING_PARTS * LONGEST_MS));
}
