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

/** The settings of a film beside its sections. */
export const filmOptionsSchema = z.object({
  language: languageCodeSchema,
  quality: qualitySchema,
  aspect: aspectSchema.default('16:9'),
  framing: framingSchema.default('fit'),
  burnSubtitles: z.boolean().default(false),
  /**
   * The style of captions that are drawn into the video; absent for a film without them, or of an earlier
   * version.
   */
  ...chosenLookSchema.shape,
  /** The voice of its narrations; `null` if it has none, or several voices. */
  gender: z.nullable(genderSchema).default(null),
  /** The ID of the voice chosen for it; `null` for the best one of the gender. */
  speaker: z.nullable(z.string()).default(null),
  /** Both are absent in an earlier version, which leaves them unchanged. */
  credits: creditsChoiceSchema.optional(),
  endFades: z.boolean().optional(),
});
export type FilmOptions = z.infer<typeof filmOptionsSchema>;

/** One of GET /api/projects/{id}/versions, newest first: a generated film, and whether its plan is stored. */
export const versionSchema = filmOptionsSchema.extend({
  /** Both are `null` for a film whose plan was not stored: it cannot be compared or restored. */
  id: z.nullable(uuidSchema),
  number: z.nullable(z.int()),
  madeAt: timestampSchema,
  /** The length of the film, in seconds. */
  duration: secondsSchema,
  sections: z.int(),
  /** Whether this is the current film in its language. */
  isShown: z.boolean(),
  /**
   * Signed links of its video and its WebVTT subtitles; `null` once they are removed, some time after a newer
   * film replaced it.
   */
  file: z.nullable(z.object({ video: z.string(), subtitles: z.nullable(z.string()) })),
});
export type Version = z.infer<typeof versionSchema>;

export const versionParams = z.object({ id: uuidSchema, versionId: uuidSchema });

/** The film that would be made now. Omitted options are not compared. */
export const versionChangesQuerySchema = z.object({
  /** Compares with this version of the project instead of its current sections. */
  with: uuidSchema.optional(),
  language: languageSchema.optional(),
  quality: qualitySchema.optional(),
  aspect: aspectSchema.optional(),
  framing: framingSchema.optional(),
  burnSubtitles: z.stringbool().optional(),
  ...chosenLookSchema.shape,
  gender: genderSchema.optional(),
  /** The ID of the film's voice; empty for the best one of the gender. */
  speaker: z.string().max(200).optional(),
  credits: creditsChoiceSchema.optional(),
  endFades: z.stringbool().optional(),
});

/** The fields of a film that can differ between two versions. The style of captions includes their design. */
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

/** The fields of a film's music that can differ: which music it is, and how it sounds. */
export const MUSIC_FIELDS = [
  'music',
  'musicVolume',
  'musicFadeOut',
  'musicStart',
  'musicDucked',
  'musicCredit',
] as const;
export type FilmField = (typeof FILM_FIELDS)[number] | (typeof MUSIC_FIELDS)[number];

/** The fields of a section that can differ; `heard` are its recognised words. */
export const SECTION_FIELDS = ['title', 'text', 'range', 'media', ...SETTINGS, 'heard'] as const;
export type SectionField = (typeof SECTION_FIELDS)[number];

/** A value before or after: the beginning of a text; nothing for `heard`. */
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

/**
 * Why a section of a version cannot be restored as it was: its own video, or its replacement upload, no
 * longer exists.
 */
export const lostReasonSchema = z.enum(['video', 'upload']);

/**
 * One section that differs. Positions count from 1; `from` is `null` if it was added, `to` if it was removed.
 */
export const sectionDifferenceSchema = z.object({
  sectionId: uuidSchema,
  title: z.string(),
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
  /** Whether its position changed among the sections that exist in both. */
  moved: z.boolean(),
  fields: z.array(
    z.object({
      field: z.enum(SECTION_FIELDS),
      /** The language of a text. */
      language: z.string().optional(),
      ...values,
    }),
  ),
  /** `null` if it can be restored. */
  lost: z.nullable(lostReasonSchema),
});
export type SectionDifference = z.infer<typeof sectionDifferenceSchema>;

/** GET /api/projects/{id}/versions/{versionId}/changes: what differs, starting from the version. */
export const versionChangesSchema = z.object({
  film: z.array(z.object({ field: z.enum([...FILM_FIELDS, ...MUSIC_FIELDS]), ...values })),
  /** The version's music differs and its file no longer exists, so it cannot be restored. */
  musicLost: z.boolean(),
  sections: sectionDifferenceSchema.array(),
  /** The project's current sections, in order, as a restore requires them. */
  sectionIds: uuidSchema.array(),
});
export type VersionChanges = z.infer<typeof versionChangesSchema>;

/**
 * POST /api/projects/{id}/versions/{versionId}/restore: exactly the project's current sections, otherwise
 * 409.
 */
export const versionRestoreSchema = z.object({ sectionIds: z.array(uuidSchema).max(1000) }).strict();

export const versionRestoredSchema = z.object({
  /** Whether anything differed from the version. */
  changed: z.boolean(),
  options: filmOptionsSchema,
  /** The sections and the music that could not be restored; their current content stays. */
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
