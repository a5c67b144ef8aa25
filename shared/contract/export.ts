import { z } from 'zod';
import { MAX_DESCRIPTION, MAX_LINK, MAX_QUERY, MAX_SPEAKER, MAX_TEXT, MAX_TITLE } from './limits.ts';
import { apiKeySchema } from './api-keys.ts';
import { creditEntrySchema, creditPackSchema } from './credits.ts';
import { filmChoicesSchema } from './film-choices.ts';
import { ms, STORABLE, timestampSchema, titleSchema, uuidSchema } from './primitives.ts';
import { musicSettingsSchema } from './music.ts';
import { MAX_MUSIC_CREDIT } from './music-limits.ts';
import { boundaryReasonSchema } from './sections.ts';
import { sectionSettingsSchema } from './section-settings.ts';
import { settingsSchema } from './users.ts';
import { videoIdSchema } from './videos.ts';
import { webhookSchema } from './webhooks.ts';

/** The largest file that an import accepts, in bytes. */
export const IMPORT_MAX_BYTES = 10 * 1_048_576;

/**
 * The maximum number of bytes of one project in an export, so that every project fits into a file beside the
 * account itself.
 */
export const PROJECT_MAX_BYTES = 8 * 1_048_576;
/** The maximum number of bytes of all projects in one export. The rest is for the account's data. */
export const EXPORT_PROJECTS_BYTES = 9 * 1_048_576;
export const MAX_PROJECTS = 500;
/** The maximum number of packs and ledger lines of one file. */
export const EXPORT_ENTRIES = 2000;
/** The maximum number of sections of a project. */
export const MAX_SECTIONS = 1000;

/** The maximum number of words of a section, for one widened to hours. */
export const MAX_WORDS = 100_000;

const plainTextSchema = (max: number) =>
  z.string().max(max).regex(STORABLE, { error: 'The text contains invalid characters.' });
const title = titleSchema.regex(STORABLE, { error: 'The title contains invalid characters.' });
/** Whole milliseconds within a day. */
const time = ms.max(86_400_000);

/** Any spoken language, not only those that the page offers. */
const language = z.string().regex(/^[\w-]{1,35}$/, { error: 'Invalid language code.' });

const videoExportSchema = z.object({
  id: videoIdSchema,
  source: plainTextSchema(40),
  sourceId: plainTextSchema(500),
  title: plainTextSchema(1000),
  channel: plainTextSchema(500),
  durationMs: time,
  /** The video's page at its source; `null` if source and sourceId identify it. */
  link: plainTextSchema(MAX_LINK).nullable(),
});

const textExportSchema = z.object({
  language,
  text: plainTextSchema(MAX_TEXT),
  /** The text from which a machine translated this one; `null` if a person wrote it. */
  translatedFrom: plainTextSchema(MAX_TEXT).nullable(),
});

/** The result of the analysis, for Reset; `null` for custom sections. */
export const originalExportSchema = z
  .object({
    title: plainTextSchema(MAX_TITLE),
    text: plainTextSchema(MAX_TEXT),
    language,
    startMs: time,
    endMs: time,
    position: z.int().min(0).max(10_000),
    wholeText: plainTextSchema(MAX_TEXT).optional(),
    kept: z
      .object({
        before: plainTextSchema(MAX_TEXT),
        inside: plainTextSchema(MAX_TEXT),
        after: plainTextSchema(MAX_TEXT),
      })
      .optional(),
    brought: z
      .record(language, z.object({ text: plainTextSchema(MAX_TEXT), of: plainTextSchema(MAX_TEXT) }))
      .optional(),
  })
  .nullable();

const sectionExportSchema = z
  .object({
    title,
    kind: z.enum(['analysed', 'custom']),
    /** One of the project's videos; `null` for a title card and for an upload, which is not in this file. */
    videoId: videoIdSchema.nullable(),
    /** The file name of the section's replacement upload. */
    upload: plainTextSchema(255).nullable(),
    startMs: time,
    endMs: time,
    startReason: boundaryReasonSchema,
    endReason: boundaryReasonSchema,
    /** Settings with default values are omitted, so that an earlier version's file stays identical. */
    ...sectionSettingsSchema.partial().shape,
    texts: z.array(textExportSchema).max(10),
    original: originalExportSchema,
    /** Text, start and end in ms of the source, confidence 0 to 1, and the speaker if known. */
    words: z
      .array(
        z.tuple([
          plainTextSchema(MAX_TEXT),
          time,
          time,
          z.number().min(0).max(1),
          plainTextSchema(MAX_SPEAKER).optional(),
        ]),
      )
      .max(MAX_WORDS),
  })
  .refine((section) => section.endMs >= section.startMs, {
    path: ['endMs'],
    message: 'A section must not end before it starts.',
  })
  .refine((section) => new Set(section.texts.map((text) => text.language)).size === section.texts.length, {
    path: ['texts'],
    message: 'A section has one text for each language.',
  });
export type SectionExport = z.infer<typeof sectionExportSchema>;

/** The film's music. An export does not contain its file. */
const musicExportSchema = musicSettingsSchema.extend({
  title,
  credit: plainTextSchema(MAX_MUSIC_CREDIT),
  upload: plainTextSchema(255),
});
export type MusicExport = z.infer<typeof musicExportSchema>;

export const projectExportSchema = z
  .object({
    title,
    description: plainTextSchema(MAX_DESCRIPTION),
    /** The words of the search that found its videos; omitted without a search. */
    searchWords: plainTextSchema(MAX_QUERY).optional(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    /** Omitted without music. */
    music: musicExportSchema.optional(),
    /** Omitted if nothing was chosen. */
    filmChoices: filmChoicesSchema.optional(),
    videos: z.array(videoExportSchema).max(1000),
    /** The sections, in the order of the project. */
    sections: z.array(sectionExportSchema).max(MAX_SECTIONS),
  })
  .superRefine((project, context) => {
    const ids = new Set(project.videos.map((video) => video.id));
    for (const [index, section] of project.sections.entries()) {
      if (section.videoId === null || ids.has(section.videoId)) continue;
      const message = 'The project has no video with this id.';
      context.addIssue({ code: 'custom', path: ['sections', index, 'videoId'], message });
    }
  });
export type ProjectExport = z.infer<typeof projectExportSchema>;

/** GET /api/user/export: where a file continues the previous one, from its header `X-Next-Part`. */
export const exportQuerySchema = z.object({
  part: z
    .string()
    .regex(/^\d{1,6}(\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, 'There is no such part.')
    .optional(),
});

/**
 * GET /api/user/export, and the body of POST /api/user/import: all data of an account except media and
 * secrets.
 */
export const exportSchema = z.object({
  schemaVersion: z.literal(1),
  exportedAt: timestampSchema,
  profile: z.object({
    email: plainTextSchema(1000).nullable(),
    firstName: plainTextSchema(1000).nullable(),
    lastName: plainTextSchema(1000).nullable(),
    profileImageUrl: plainTextSchema(2000).nullable(),
    createdAt: timestampSchema,
  }),
  settings: settingsSchema,
  /** The keys, also those of apps, without their secrets; omitted without keys. An import ignores them. */
  apiKeys: z
    .array(apiKeySchema.omit({ id: true, prefix: true, app: true }))
    .max(1000)
    .optional(),
  /** The webhooks without their secrets; omitted without webhooks. An import ignores them. */
  webhooks: z
    .array(webhookSchema.omit({ id: true, failingSince: true, oldSecretUntil: true }))
    .max(1000)
    .optional(),
  credits: z.object({
    totalCredits: z.int().min(0),
    packs: z
      .array(
        z.object({
          id: uuidSchema,
          kind: creditPackSchema.shape.kind,
          packSize: z.int(),
          creditsRemaining: z.int().min(0),
          purchaseDate: timestampSchema,
        }),
      )
      .max(10_000),
    ledger: z
      .array(
        z.object({
          kind: creditEntrySchema.shape.kind.exclude(['welcome', 'grant']),
          amount: z.int(),
          packId: uuidSchema.nullable(),
          createdAt: timestampSchema,
        }),
      )
      .max(100_000),
  }),
  projects: z.array(projectExportSchema).max(MAX_PROJECTS),
});
export type DataExport = z.infer<typeof exportSchema>;

/**
 * What an import does with projects that the account already has: `ask` refuses them all with a conflict that
 * names some.
 */
export const importQuerySchema = z.object({ existing: z.enum(['add', 'skip', 'ask']).default('add') });
export type ExistingProjects = z.infer<typeof importQuerySchema>['existing'];

/** The details of that conflict. */
export interface ExistingConflict {
  /** The number of the file's projects that the account has. */
  count: number;
  /** The titles of the first ones, as in the file. */
  titles: string[];
}

/** The response of an import. Only projects are imported; projects that were imported before are skipped. */
export const importResultSchema = z.object({ projects: z.int(), skipped: z.int() });
export type ImportResult = z.infer<typeof importResultSchema>;

/** DELETE /api/user: the account's e-mail as typed by its owner, or DELETE if the account has none. */
export const deleteAccountSchema = z.object({ email: z.string().max(1000) }).strict();
