import { z } from 'zod';
import { chosenLookSchema } from './caption-look.ts';
import { cutsSchema } from './cuts.ts';
import { creditsChoiceSchema } from './film-credits.ts';
import {
  aspectSchema,
  genderSchema,
  languageCodeSchema,
  languageSchema,
  qualitySchema,
  secondsSchema,
  timestampSchema,
  uuidSchema,
} from './primitives.ts';
import { framingSchema, localizedSchema, SETTINGS } from './section-settings.ts';
import { editHistorySchema } from './section-edits.ts';
import { shotCropsSchema } from './subjects.ts';

/** How a film was made, beside its sections. */
export const filmOptionsSchema = z.object({
  language: languageCodeSchema,
  quality: qualitySchema,
  aspect: aspectSchema.default('16:9'),
  framing: framingSchema.default('fit'),
  burnSubtitles: z.boolean().default(false),
  /** How captions look that are drawn into the picture; none for a film without, or of an earlier day. */
  ...chosenLookSchema.shape,
  /** Of its narrations; null without any, or with several voices. */
  gender: z.nullable(genderSchema).default(null),
  /** The id of the voice chosen for it; null: the best of the gender. */
  speaker: z.nullable(z.string()).default(null),
  /** Both absent in a version of an earlier day, which leaves them as they are. */
  credits: creditsChoiceSchema.optional(),
  endFades: z.boolean().optional(),
});
export type FilmOptions = z.infer<typeof filmOptionsSchema>;

/** One of GET /api/projects/{id}/versions, the newest first: a film that was generated, and whether its plan is there. */
export const versionSchema = filmOptionsSchema.extend({
  /** Both null for a film whose plan was not kept: it cannot be compared or gone back to. */
  id: z.nullable(uuidSchema),
  number: z.nullable(z.int()),
  madeAt: timestampSchema,
  /** Of the film, in seconds. */
  duration: secondsSchema,
  sections: z.int(),
  /** Whether this film is the newest one of its language. */
  isShown: z.boolean(),
  /**
   * Signed links of its video and its WebVTT subtitles; null once they are removed, some time after a newer film
   * replaced it.
   */
  file: z.nullable(z.object({ video: z.string(), subtitles: z.nullable(z.string()) })),
});
export type Version = z.infer<typeof versionSchema>;

export const versionParams = z.object({ id: uuidSchema, versionId: uuidSchema });

/** The film that would be made now: what is omitted is not compared. */
export const versionChangesQuerySchema = z.object({
  /** Compares with this version of the project, not with its sections as they are now. */
  with: uuidSchema.optional(),
  language: languageSchema.optional(),
  quality: qualitySchema.optional(),
  aspect: aspectSchema.optional(),
  framing: framingSchema.optional(),
  burnSubtitles: z.stringbool().optional(),
  ...chosenLookSchema.shape,
  gender: genderSchema.optional(),
  /** The id of the film's voice; empty: the best of the gender. */
  speaker: z.string().max(200).optional(),
  credits: creditsChoiceSchema.optional(),
  endFades: z.stringbool().optional(),
});

/** What of a film can differ between two versions; the style of captions includes their design. */
export const FILM_FIELDS = [
  'language',
  'quality',
  'aspect',
  'framing',
  'burnSubtitles',
  'captionStyle',
  'captionPlace',
  'captionSize',
  'captionColor',
  'captionHighlight',
  'gender',
  'speaker',
  'credits',
  'endFades',
] as const satisfies (keyof FilmOptions)[];

/** What of a film's music can differ: which one it is, and how it sounds. */
export const MUSIC_FIELDS = [
  'music',
  'musicVolume',
  'musicFadeOut',
  'musicStart',
  'musicDucked',
  'musicCredit',
] as const;
export type FilmField = (typeof FILM_FIELDS)[number] | (typeof MUSIC_FIELDS)[number];

/** What of a section can differ; `heard` are the words recognised in it. */
export const SECTION_FIELDS = ['title', 'text', 'range', 'media', ...SETTINGS, 'heard'] as const;
export type SectionField = (typeof SECTION_FIELDS)[number];

/** A value before or after: of texts the beginning, of `heard` nothing. */
const valueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.object({ start: secondsSchema, end: secondsSchema }),
  cutsSchema,
  shotCropsSchema,
  localizedSchema,
]);
export type ChangedValue = z.infer<typeof valueSchema>;
const values = { from: valueSchema, to: valueSchema };

/** Why a section of a version cannot come back as it was: its own video, or the upload in its place, is gone. */
export const lostReasonSchema = z.enum(['video', 'upload']);

/** One section that differs. Places count from 1; `from` null: it was added, `to` null: it was removed. */
export const sectionDifferenceSchema = z.object({
  sectionId: uuidSchema,
  title: z.string(),
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
  /** Whether it stands elsewhere among those that are in both. */
  moved: z.boolean(),
  fields: z.array(
    z.object({
      field: z.enum(SECTION_FIELDS),
      /** Of a text. */
      language: z.string().optional(),
      ...values,
    }),
  ),
  /** Null where it can come back. */
  lost: z.nullable(lostReasonSchema),
});
export type SectionDifference = z.infer<typeof sectionDifferenceSchema>;

/** GET /api/projects/{id}/versions/{versionId}/changes: what differs, from the version on. */
export const versionChangesSchema = z.object({
  film: z.array(z.object({ field: z.enum([...FILM_FIELDS, ...MUSIC_FIELDS]), ...values })),
  /** The version's music differs and its file is gone, so it cannot come back. */
  musicLost: z.boolean(),
  sections: sectionDifferenceSchema.array(),
  /** The project's sections now, in order, as going back wants them. */
  sectionIds: uuidSchema.array(),
});
export type VersionChanges = z.infer<typeof versionChangesSchema>;

/** POST /api/projects/{id}/versions/{versionId}/restore: exactly the project's sections now, otherwise 409. */
export const versionRestoreSchema = z.object({ sectionIds: z.array(uuidSchema).max(1000) }).strict();

export const versionRestoredSchema = z.object({
  /** False when everything is as it was in the version. */
  changed: z.boolean(),
  options: filmOptionsSchema,
  /** The sections and the music that could not come back as they were; what is there instead stays as it is. */
  lost: z.array(
    z.object({
      title: z.string(),
      reason: z.enum([...lostReasonSchema.options, 'music']),
      stays: z.boolean(),
    }),
  ),
  history: editHistorySchema,
});
export type VersionRestored = z.infer<typeof versionRestoredSchema>;
