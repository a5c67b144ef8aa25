import { z } from 'zod';
import { uploadOffsetSchema } from './uploads.ts';
import { uuidSchema } from './primitives.ts';
import { videoIdSchema, videoSchema } from './videos.ts';

/** The size limit of a footage file: 2 GiB. */
export const MAX_FOOTAGE_BYTES = 2_147_483_648;
/** The filter's entry that searches the user's own footage. */
export const FOOTAGE_SOURCE = 'footage';

/** The field beside the file of the form POST /api/footage: the file's name, which becomes the video's title. */
export const footageFieldsSchema = z
  .object({ name: z.string().trim().min(1, 'Please name the file.').max(255) })
  .strict();

/**
 * The form POST /api/footage of earlier versions: GET /api/footage/uploads/{uploadId} returns how many bytes
 * arrived, and the next form sends the rest with that number as `offset`.
 */
export const footageQuerySchema = z.object({ uploadId: uuidSchema, offset: uploadOffsetSchema });

/** `known`: the library already had the same file, so it was not added again. */
export const addedFootageSchema = z.object({ video: videoSchema, known: z.boolean() });
export type AddedFootage = z.infer<typeof addedFootageSchema>;

/** GET /api/footage: the user's library, newest first. */
export const footageListSchema = z.object({
  items: z.array(
    z.object({
      video: videoSchema,
      bytes: z.int(),
      /** The number of the user's projects that were made with it. */
      projects: z.int(),
    }),
  ),
  /** The bytes of all files of the account, and their limit. */
  usedBytes: z.int(),
  mostBytes: z.int(),
});
export type FootageList = z.infer<typeof footageListSchema>;
export type FootageItem = FootageList['items'][number];

export const footageParams = z.object({ id: videoIdSchema });
