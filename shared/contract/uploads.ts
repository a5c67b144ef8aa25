import { z } from 'zod';
import { uuidSchema } from './primitives.ts';

/**
 * The limit of section media: one file of at most 100 MB, of any video or image type (product.md 5.15 to
 * 5.17).
 */
export const MAX_UPLOAD_BYTES = 104_857_600;
/** The limit of a video for the connected channel: 2 GiB. */
export const MAX_CHANNEL_UPLOAD_BYTES = 2_147_483_648;

/**
 * POST /api/objects/upload. A given size and type are enforced; otherwise they are checked when the upload is
 * attached. `objectPath` names an earlier upload to resume.
 */
export const uploadRequestSchema = z
  .object({
    projectId: uuidSchema,
    fileName: z.string().trim().min(1).max(255),
    size: z.int().min(1).max(MAX_UPLOAD_BYTES).optional(),
    contentType: z
      .string()
      .max(100)
      .regex(/^(video|image)\/[\w.+-]+$/, 'Only videos and images can be uploaded.')
      .optional(),
    objectPath: z
      .string()
      .regex(/^\/objects\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'There is no such upload.')
      .optional(),
  })
  .strict();
export type UploadRequest = z.infer<typeof uploadRequestSchema>;

/**
 * POST /api/videos/upload: one of the user's own videos, for their footage or their channel. The same
 * `uploadId`, which the sender chooses, resumes the upload and creates one video.
 */
export const videoUploadRequestSchema = z
  .object({
    purpose: z.enum(['footage', 'channel']),
    uploadId: uuidSchema,
    fileName: z.string().trim().min(1, 'Please name the file.').max(255),
    size: z.int().min(1),
    contentType: z
      .string()
      .max(100)
      .regex(/^video\/[\w.+-]+$/, 'Only videos can be uploaded.')
      .optional(),
  })
  .strict();
export type VideoUploadRequest = z.infer<typeof videoUploadRequestSchema>;

/** The number of bytes of a file that arrived before. The request sends the rest. */
export const uploadOffsetSchema = z.coerce.number().int().min(0).prefault(0);
/** The missing ranges of a file's bytes, each of which is sent with a PUT to its own address. */
const uploadPartsSchema = z.array(z.object({ url: z.string(), start: z.int(), end: z.int() }));

/** The size of a video, in bytes, for addresses of the parts that an earlier version began. */
export const arrivedQuerySchema = z.object({ size: z.coerce.number().int().min(1).optional() });

/**
 * The number of bytes of an incomplete form's file that have arrived. With `parts`, the missing ranges are
 * sent there, then the form without its file.
 */
export const arrivedSchema = z.object({ offset: z.int(), parts: z.optional(uploadPartsSchema) });

/**
 * The file is then sent with one PUT to uploadURL. objectPath is the value of a section's videoURL. For a
 * resumed upload, `offset` bytes arrived: the rest, if there is any, is sent with a PUT to
 * `{uploadURL}&offset={offset}`. With `parts`, each missing range of bytes may be sent with a PUT of its own
 * instead.
 */
export const uploadResultSchema = z.object({
  objectPath: z.string(),
  uploadURL: z.string(),
  offset: z.int().optional(),
  parts: z.optional(uploadPartsSchema),
});
export type UploadResult = z.infer<typeof uploadResultSchema>;
