import { z } from 'zod';
import { videoIdSchema } from '../videos.ts';

/** runs.input of a framing: the scanned videos whose faces are to be found, and their scans. */
export const framingInputSchema = z.object({
  videos: z
    .array(z.object({ videoId: videoIdSchema, scanKey: z.string(), durationMs: z.int().min(0) }))
    .min(1),
});
export type FramingInput = z.infer<typeof framingInputSchema>;
