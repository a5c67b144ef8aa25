import { z } from 'zod';
import { ms } from './primitives.ts';
import type { LowerStyle } from './section-settings.ts';

const WITHOUT_BOX = ['plain', 'line'] as const satisfies LowerStyle[];

/** A name and the line under it, over a section's video. Times are from the section's start in the film. */
export const lowerThirdSchema = /* @__PURE__ */ z.object({
  name: z.string(),
  /** Empty if the lower third has no second line. */
  detail: z.string(),
  startMs: ms,
  endMs: ms,
  /** Absent for a box, as earlier versions draw it. */
  style: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.enum(WITHOUT_BOX)),
});
export type LowerThird = z.infer<typeof lowerThirdSchema>;
