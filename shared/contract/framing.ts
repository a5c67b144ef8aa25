import { z } from 'zod';
import { cropSchema, framingSchema } from './section-settings.ts';

/**
 * How a section's picture is placed in the film's. The defaults are those of films before there was a choice, so their
 * rendered sections are found again.
 */
export const placementSchema = /* @__PURE__ */ z.object({
  framing: /* @__PURE__ */ framingSchema.default('fit'),
  /** Where it is cut when it fills the film. */
  crop: /* @__PURE__ */ cropSchema.default(0.5),
});
export type Placement = z.infer<typeof placementSchema>;
export const UNFRAMED: Placement = { framing: 'fit', crop: 0.5 };

/** Shapes this close to each other count as the same: a bar of a pixel or two is uglier than an invisible stretch. */
const SAME_SHAPE = 0.004;

interface Size {
  width: number;
  height: number;
}

/** Whether two pictures have the same shape, as far as anybody sees. Both in the same unit. */
export const isSameShape = (a: Size, b: Size): boolean =>
  Math.abs((a.width * b.height) / (a.height * b.width) - 1) < SAME_SHAPE;
