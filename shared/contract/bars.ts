import { z } from 'zod';

const share = z.number().min(0).max(0.5);
/** Black bars that are part of a video's frames: their width at each side, as a share of the frame. */
export const barsSchema = z.object({ left: share, top: share, right: share, bottom: share });
/** With the shape of the picture between them, which a page needs to hide them: its width divided by its height. */
export const shownBarsSchema = barsSchema.extend({ shape: z.number().positive() });
export type Bars = z.infer<typeof barsSchema> & Partial<z.infer<typeof shownBarsSchema>>;
