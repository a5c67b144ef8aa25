import { z } from 'zod';
import { MAX_SHARE_PASSWORD } from './limits.ts';
import { languageCodeSchema, timestampSchema, uuidSchema } from './primitives.ts';

/**
 * POST and PATCH /api/projects/{id}/share: what is absent stays. A new link never ends, has no password and offers the
 * file unless they say otherwise.
 */
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

/** A film that has a public link now, with the link's terms. */
export const shareSchema = linksSchema.extend({
  projectId: uuidSchema,
  title: z.string(),
  language: languageCodeSchema,
  expiresAt: timestampSchema.nullable(),
  hasPassword: z.boolean(),
  downloads: z.boolean(),
});
export type Share = z.infer<typeof shareSchema>;
