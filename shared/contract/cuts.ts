import { z } from 'zod';

const ms = z.int().min(0).max(86_400_000);
/** A part of a video, in ms; the end is exclusive. */
export const partSchema = z.object({ startMs: ms, endMs: ms });
export type Part = z.infer<typeof partSchema>;

/** The maximum number of cuts of one section. */
export const MAX_CUTS = 500;

/**
 * The parts of its video that are cut out of a section: in order, without overlaps. A cut outside the
 * section's range has no effect until the range is widened.
 */
export const cutsSchema = z
  .array(partSchema)
  .max(MAX_CUTS)
  .refine(
    (cuts) =>
      cuts.every(({ startMs, endMs }, index) => startMs < endMs && startMs >= (cuts[index - 1]?.endMs ?? 0)),
    { message: 'Cuts must be in order and must not overlap.' },
  );
