import { z } from 'zod';
import { barsSchema } from './bars.ts';
import { cutsSchema } from './cuts.ts';
import { ms } from './primitives.ts';
import { shotCropsSchema } from './subjects.ts';
import {
  backgroundSchema,
  cardPlaceSchema,
  cardStyleSchema,
  cropSchema,
  fadeSchema,
  framingSchema,
  speedSchema,
  titledSchema,
  volumeSchema,
  zoomSchema,
} from './section-settings.ts';

/**
 * The range of the source that a section plays, and how. All lengths and times of a section in its film are
 * computed from it, in `shared/film/time/section-length.ts`. `@__PURE__` lets the page use it without zod.
 */
export const excerptSchema = z.object({
  startMs: ms,
  endMs: ms,
  speed: /* @__PURE__ */ speedSchema.default(1),
  /** The volume of its own audio. */
  volume: /* @__PURE__ */ volumeSchema.default(1),
  fadeIn: /* @__PURE__ */ fadeSchema.default(0),
  fadeOut: /* @__PURE__ */ fadeSchema.default(0),
  cuts: /* @__PURE__ */ cutsSchema.default([]),
});
export type Excerpt = z.infer<typeof excerptSchema>;

/** The fields of an excerpt beside its range, and of a placement, all optional. */
export const nonDefaultSchema = /* @__PURE__ */ z.object({
  speed: /* @__PURE__ */ speedSchema.optional(),
  volume: /* @__PURE__ */ volumeSchema.optional(),
  fadeIn: /* @__PURE__ */ fadeSchema.optional(),
  fadeOut: /* @__PURE__ */ fadeSchema.optional(),
  framing: /* @__PURE__ */ framingSchema.optional(),
  crop: /* @__PURE__ */ cropSchema.optional(),
  shotCrops: /* @__PURE__ */ shotCropsSchema.optional(),
  subjects: /* @__PURE__ */ z.string().optional(),
  zoom: /* @__PURE__ */ zoomSchema.optional(),
  background: /* @__PURE__ */ backgroundSchema.optional(),
  cardPlace: /* @__PURE__ */ cardPlaceSchema.optional(),
  cardStyle: /* @__PURE__ */ cardStyleSchema.optional(),
  titled: /* @__PURE__ */ titledSchema.optional(),
  bars: /* @__PURE__ */ barsSchema.optional(),
  cuts: /* @__PURE__ */ cutsSchema.optional(),
});
export type NonDefaults = z.infer<typeof nonDefaultSchema>;

/** A time, in seconds, and the number of words of a language that can be spoken in it. */
export const timeBudgetSchema = /* @__PURE__ */ z.object({ seconds: z.int(), words: z.int() });
export type TimeBudget = z.infer<typeof timeBudgetSchema>;
