import { z } from 'zod';
import { MAX_SHARE_PASSWORD } from './limits.ts';
import { languageCodeSchema, timestampSchema, uuidSchema } from './primitives.ts';

/**
 * POST and PATCH /api/projects/{id}/share. Absent fields stay unchanged. By default, a new link does not
 * expire, has no password and offers the file.
 */
export const shareTermsSchema = z
  .object({
    /** When the link expires; `null` for never. */
    expiresAt: timestampSchema.nullable(),
    /** The password that a viewer must enter; `null` for none. */
    password: z.string().min(1).max(MAX_SHARE_PASSWORD).nullable(),
    /** Whether the watch page offers the file. */
    downloads: z.boolean(),
  })
  .partial()
  .strict();
export type SharePatch = z.infer<typeof shareTermsSchema>;

/** Paths without an origin: the page to share, and the file itself. */
const linksSchema = z.object({ watchUrl: z.string(), url: z.string() });

/** A film that currently has a public link, with the link's terms. */
export const shareSchema = linksSchema.extend({
  projectId: uuidSchema,
  title: z.string(),
  language: languageCodeSchema,
  expiresAt: timestampSchema.nullable(),
  hasPassword: z.boolean(),
  downloads: z.boolean(),
});
export type Share = z.infer<typeof shareSchema>;
