import { z } from 'zod';
import { videoIdSchema } from '../videos.ts';
import { ms } from '../primitives.ts';

/** runs.input of a previewing. */
export const previewingInputSchema = z.object({
  videoId: videoIdSchema,
  /** The file that the sections show. The video may have been fetched again since. */
  fetchKey: z.string(),
  durationMs: ms,
});
export type PreviewingInput = z.infer<typeof previewingInputSchema>;
