import { z } from 'zod';
import { uuidSchema } from './primitives.ts';

/** SPEC: section media are one file of at most 100 MB, of any video or image type. */
export const MAX_UPLOAD_BYTES = 104_857_600;
/** A video for the connected channel: 2 GiB. */
export const MAX_CHANNEL_UPLOAD_BYTES = 2_147_483_648;

/** POST /api/objects/upload. A size and a type that are told are held to; else they are looked at when attached. */
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
  })
  .strict();
export type UploadRequest = z.infer<typeof uploadRequestSchema>;

/** The file is then sent with one PUT to uploadURL; objectPath is what a section's videoURL takes. */
export const uploadResultSchema = z.object({ objectPath: z.string(), uploadURL: z.string() });
export type UploadResult = z.infer<typeof uploadResultSchema>;
