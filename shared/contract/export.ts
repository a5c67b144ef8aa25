import { z } from 'zod';
import { ms } from './jobs/job.ts';
import { timestampSchema, titleSchema, uuidSchema } from './primitives.ts';
import { boundaryReasonSchema, soundSchema } from './sections.ts';
import { settingsSchema } from './users.ts';
import { videoIdSchema } from './videos.ts';

/** At most this many bytes are taken when a file is imported. */
export const IMPORT_MAX_BYTES = 10 * 1_048_576;

/** Text that a database takes: no zero characters, no halves of characters. */
const PLAIN = /^[^\0\p{Cs}]*$/u;
const plainText = (max: number) =>
  z.string().max(max).regex(PLAIN, { error: 'The text has characters that are none.' });
const title = titleSchema.regex(PLAIN, { error: 'The title has characters that are none.' });
/** Whole milliseconds within a day. */
const time = ms.max(86_400_000);

/** Any language that something is spoken in, not only those that the page offers. */
const language = z.string().regex(/^[\w-]{1,35}$/, { error: 'This is no language code.' });

const videoExportSchema = z.object({
  id: videoIdSchema,
  source: plainText(40),
  sourceId: plainText(500),
  title: plainText(1000),
  channel: plainText(500),
  durationMs: time,
  /** Where the source shows it; null when source and sourceId tell it. */
  link: plainText(2000).nullable(),
});

const textExportSchema = z.object({
  language,
  text: plainText(20_000),
  /** The text that a machine translated this one from; null when a person wrote it. */
  translatedFrom: plainText(20_000).nullable(),
});

const sectionExportSchema = z
  .object({
    title,
    kind: z.enum(['analysed', 'custom']),
    /** One of the project's videos; null for a title card and for an upload, which is not in this file. */
    videoId: videoIdSchema.nullable(),
    /** The name of the upload that is shown instead. */
    upload: plainText(255).nullable(),
    startMs: time,
    endMs: time,
    startReason: boundaryReasonSchema,
    endReason: boundaryReasonSchema,
    /** Left out where it is `auto`, so that a file of an earlier version stays the same file. */
    sound: soundSchema.optional(),
    texts: z.array(textExportSchema).max(10),
    /** What the analysis gave, for Reset; null for custom sections. */
    original: z
      .object({
        title: plainText(200),
        text: plainText(20_000),
        language,
        startMs: time,
        endMs: time,
        position: z.int().min(0).max(10_000),
        wholeText: plainText(20_000).optional(),
        kept: z
          .object({ before: plainText(20_000), inside: plainText(20_000), after: plainText(20_000) })
          .optional(),
      })
      .nullable(),
    /** Text, start and end in ms of the source, confidence 0 to 1. */
    words: z.array(z.tuple([plainText(200), time, time, z.number().min(0).max(1)])).max(5000),
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

export const projectExportSchema = z
  .object({
    title,
    description: plainText(2000),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    videos: z.array(videoExportSchema).max(1000),
    /** In the project's order. */
    sections: z.array(sectionExportSchema).max(1000),
  })
  .superRefine((project, context) => {
    const ids = new Set(project.videos.map((video) => video.id));
    for (const [index, section] of project.sections.entries()) {
      if (section.videoId === null || ids.has(section.videoId)) continue;
      const message = 'The project has no video of this id.';
      context.addIssue({ code: 'custom', path: ['sections', index, 'videoId'], message });
    }
  });
export type ProjectExport = z.infer<typeof projectExportSchema>;

/** GET /api/user/export, and what POST /api/user/import takes: everything of an account but media and secrets. */
export const exportSchema = z.object({
  schemaVersion: z.literal(1),
  exportedAt: timestampSchema,
  profile: z.object({
    email: plainText(1000).nullable(),
    firstName: plainText(1000).nullable(),
    lastName: plainText(1000).nullable(),
    profileImageUrl: plainText(2000).nullable(),
    createdAt: timestampSchema,
  }),
  settings: settingsSchema,
  credits: z.object({
    totalCredits: z.int().min(0),
    packs: z
      .array(
        z.object({
          id: uuidSchema,
          kind: z.enum(['welcome', 'purchase']),
          packSize: z.int(),
          creditsRemaining: z.int().min(0),
          purchaseDate: timestampSchema,
        }),
      )
      .max(10_000),
    ledger: z
      .array(
        z.object({
          kind: z.enum(['purchase', 'reserve', 'capture', 'release']),
          amount: z.int(),
          packId: uuidSchema.nullable(),
          createdAt: timestampSchema,
        }),
      )
      .max(100_000),
  }),
  projects: z.array(projectExportSchema).max(500),
});
export type DataExport = z.infer<typeof exportSchema>;

/** The answer of an import: projects alone are taken over; those that were imported before are skipped. */
export const importResultSchema = z.object({ projects: z.int(), skipped: z.int() });
export type ImportResult = z.infer<typeof importResultSchema>;

/** DELETE /api/user: the account's e-mail as typed by its owner; DELETE when the account has none. */
export const deleteAccountSchema = z.object({ email: z.string().max(1000) }).strict();
