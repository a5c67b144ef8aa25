import { z } from 'zod';
import { MAX_EMBED_ORIGINS, MAX_SHARE_PASSWORD, SITE_ORIGIN } from './limits.ts';
import { languageCodeSchema, timestampSchema, uuidSchema } from './primitives.ts';

const originSchema = z
  .string()
  .max(260)
  .regex(SITE_ORIGIN, { message: 'Enter the address of a site, such as https://example.com.' });

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
    /** The origins of the sites that may embed the film. By default, no site may. */
    embedOrigins: z.array(originSchema).max(MAX_EMBED_ORIGINS),
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
  embedOrigins: z.array(z.string()),
  /** The path of the player for other sites, and the size of the film in pixels. */
  embed: z.object({ url: z.string(), width: z.int(), height: z.int() }),
});
export type Share = z.infer<typeof shareSchema>;
