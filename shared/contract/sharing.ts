import { z } from 'zod';
import { MAX_SHARE_PASSWORD } from './limits.ts';
import { languageCodeSchema, timestampSchema, uuidSchema } from './primitives.ts';

/** PATCH /api/projects/{id}/share: what is absent stays. */
export const shareTermsSchema = z
  .object({
    /** When the link ends by itself; null: never. */
    expiresAt: timestampSchema.nullable(),
    /** What a viewer must enter; null: nothing. */
    password: z.string().min(1).max(MAX_SHARE_PASSWORD).nullable(),
    /** Whether the watch page offers the file. */
    downloads: z.boolean(),
  })
  .partial()
  .strict();
export type SharePatch = z.infer<typeof shareTermsSchema>;

/** Paths without an origin: of the page to send, and of the file itself. */
const linksSchema = z.object({ watchUrl: z.string(), url: z.string() });

/** POST /api/projects/{id}/share: the one public link of a film. */
export const shareResultSchema = linksSchema;

/** A film that has a public link now. */
export const shareSchema = linksSchema.extend({
  projectId: uuidSchema,
  title: z.string(),
  language: languageCodeSchema,
  expiresAt: timestampSchema.nullable(),
  hasPassword: z.boolean(),
  downloads: z.boolean(),
});
export type Share = z.infer<typeof shareSchema>;
