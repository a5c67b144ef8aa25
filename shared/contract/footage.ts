import { z } from 'zod';
import { uploadOffsetSchema } from './uploads.ts';
import { uuidSchema } from './primitives.ts';
import { videoIdSchema, videoSchema } from './videos.ts';

/** A video file of a user's library of footage: 2 GiB. */
export const MAX_FOOTAGE_BYTES = 2_147_483_648;
/** The filter's entry that searches the user's own footage. */
export const FOOTAGE_SOURCE = 'footage';

/** The field beside the file of POST /api/footage: the file's name, which becomes the video's title. */
export const footageFieldsSchema = z
  .object({ name: z.string().trim().min(1, 'Please name the file.').max(255) })
  .strict();

/**
 * POST /api/footage with the sender's `uploadId` can be resumed after its connection broke: GET
 * /api/footage/uploads/{uploadId} returns how many bytes arrived, and a form with the rest has that as `offset`.
 */
export const footageQuerySchema = z.object({ uploadId: uuidSchema, offset: uploadOffsetSchema });

/** `known` when the library had the same file before: then it has it once. */
export const keptFootageSchema = z.object({ video: videoSchema, known: z.boolean() });
export type KeptFootage = z.infer<typeof keptFootageSchema>;

/** GET /api/footage: the user's library, the newest first. */
export const footageListSchema = z.object({
  items: z.array(
    z.object({
      video: videoSchema,
      bytes: z.int(),
      /** How many of the user's projects were made with it. */
      projects: z.int(),
    }),
  ),
  /** Of all files of the account, and at most. */
  usedBytes: z.int(),
  mostBytes: z.int(),
});
export type FootageList = z.infer<typeof footageListSchema>;
export type FootageItem = FootageList['items'][number];

export const footageParams = z.object({ id: videoIdSchema });
