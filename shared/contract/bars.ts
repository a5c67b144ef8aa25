import { z } from 'zod';

const share = z.number().min(0).max(0.5);
/** Black bars that are part of a video's frames: their width at each side, as a share of the frame. */
export const barsSchema = z.object({ left: share, top: share, right: share, bottom: share });
/**
 * Bars with the aspect ratio of the video between them, width divided by height, which a page needs to hide
 * them.
 */
export const shownBarsSchema = barsSchema.extend({ shape: z.number().positive() });
export type Bars = z.infer<typeof barsSchema> & Partial<z.infer<typeof shownBarsSchema>>;
