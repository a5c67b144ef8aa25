import { z } from 'zod';
import { ms, uuidSchema } from './primitives.ts';
import { runSchema } from './runs.ts';

const common = {
  /** The position, in ms from the film's start. */
  startMs: ms,
  endMs: ms,
  /** The section that it concerns; `null` for the film as a whole. */
  sectionId: z.nullable(uuidSchema),
};

/** A finding of a film check: a fault, or a hint if only a person can judge. */
export const findingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('black'), severity: z.literal('fault'), ...common }),
  /**
   * `forNarration`: the last frame is held because the narration is longer than the video. `videoMoves`: the
   * section's video moves at that time, which is a fault.
   */
  z.object({
    kind: z.literal('frozen'),
    severity: z.enum(['hint', 'fault']),
    forNarration: z.boolean(),
    videoMoves: z.boolean().default(false),
    ...common,
  }),
  z.object({ kind: z.literal('silent'), severity: z.literal('fault'), ...common }),
  /** The planned and the actual length of a section in the film, in ms. */
  z.object({
    kind: z.literal('wrong-length'),
    severity: z.literal('fault'),
    plannedMs: ms,
    actualMs: ms,
    ...common,
  }),
  /** The delay of a section's own audio after its video, in ms; negative if the audio is earlier. */
  z.object({ kind: z.literal('out-of-sync'), severity: z.literal('fault'), shiftMs: z.int(), ...common }),
  /** The film's integrated loudness, and the target. */
  z.object({
    kind: z.literal('loudness'),
    severity: z.literal('fault'),
    lufs: z.number(),
    wantedLufs: z.number(),
    ...common,
  }),
  /** A section that is neither speech nor music: the loudness of its noise in the film. */
  z.object({ kind: z.literal('noise'), severity: z.literal('hint'), floorLufs: z.number(), ...common }),
  z.object({ kind: z.literal('peak'), severity: z.literal('fault'), truePeakDb: z.number(), ...common }),
  /** A section's edge inside a spoken word. */
  z.object({
    kind: z.literal('clipped-word'),
    severity: z.literal('fault'),
    word: z.string(),
    edge: z.enum(['start', 'end']),
    ...common,
  }),
  /** The fastest caption of a section, in characters per second, and the highest readable speed. */
  z.object({
    kind: z.literal('reading-speed'),
    severity: z.literal('hint'),
    perSecond: z.number(),
    readable: z.number(),
    captions: z.int().positive(),
    ...common,
  }),
  /** Characters of drawn texts that no font of films has. */
  z.object({
    kind: z.literal('missing-glyphs'),
    severity: z.literal('fault'),
    characters: z.string(),
    ...common,
  }),
  /** A recogniser did not find this share, 0 to 1, of a narration's words, such as these. */
  z.object({
    kind: z.literal('misheard'),
    severity: z.literal('hint'),
    share: z.number().min(0).max(1),
    words: z.string().array(),
    ...common,
  }),
]);
export type Finding = z.infer<typeof findingSchema>;

export const checkResultSchema = z.object({
  /** The findings in order of time. */
  findings: findingSchema.array(),
  /** The number of further findings. */
  more: z.int().min(0),
  /**
   * Whether a recogniser transcribed the narrations: `none` for a film without narrations, `unheard` if there
   * is no recogniser of their language.
   */
  narrations: z.enum(['heard', 'unheard', 'none']),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

/** GET /api/projects/{id}/film-check */
export const filmCheckSchema = z.object({
  /** The newest check of this film; `null` if it was never checked. */
  run: z.nullable(runSchema),
  /** `null` unless that check completed. */
  result: z.nullable(checkResultSchema),
});
export type FilmCheck = z.infer<typeof filmCheckSchema>;
