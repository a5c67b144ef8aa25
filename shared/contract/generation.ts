import { z } from 'zod';
import { captionLookSchema } from './caption-look.ts';
import { creditsChoiceSchema } from './film-credits.ts';
import { MAX_TEXT } from './limits.ts';
import {
  aspectSchema,
  clockSchema,
  genderSchema,
  languageSchema,
  qualitySchema,
  titleSchema,
  uuidSchema,
} from './primitives.ts';
import { framingSchema, voiceIdSchema } from './section-settings.ts';

/**
 * One section of the generation payload. Stored times take precedence over `meantime` and `clip_max_time`.
 */
export const generationClipSchema = z.object({
  clipid: uuidSchema,
  transcription: z.string().max(MAX_TEXT).optional(),
  meantime: clockSchema.optional(),
  clip_max_time: clockSchema.optional(),
  path: z.string().max(2000).nullish(),
  /**
   * The ID of a voice (GET /api/voices), for a section that has no voice of its own; empty for the best one
   * of the gender.
   */
  voice_id: z.string().max(200).optional(),
  /** Accepted from scripts, and ignored: `voice_id` selects a voice of any engine. */
  xi_voice_id: z.string().max(200).optional(),
  gender: genderSchema.default('male'),
});

/** POST /api/projects/{id}/generate. `videos` selects and orders; omitted means all. */
export const generateRequestSchema = z.object({
  project_title: titleSchema.optional(),
  videos: z.array(generationClipSchema).min(1).max(1000).optional(),
  language: languageSchema.default('en'),
  quality: qualitySchema.optional(),
  aspect: aspectSchema.default('16:9'),
  /** The framing of sections without a framing of their own. */
  framing: framingSchema.default('blurred'),
  /** Draws the captions into the video. The film also has them as a track. */
  burnSubtitles: z.boolean().default(false),
  /** The style of these captions. */
  ...captionLookSchema.shape,
  /** Whether a closing card names the sources; by default, the project's choice. */
  credits: creditsChoiceSchema.optional(),
  /** Fades the audio in at the start and out at the end; by default, the project's choice. */
  endFades: z.boolean().optional(),
  isview: z.boolean().default(false),
});
export type GenerateRequest = z.infer<typeof generateRequestSchema>;

/** `finalVideoLink` is `null` while the run is active. */
export const generateResultSchema = z.object({
  finalVideoLink: z.string().nullable(),
  runId: uuidSchema.nullable(),
});

/** Selects a film of a project: the one in this language, otherwise the newest. */
export const filmQuerySchema = z.object({ language: languageSchema.optional() });

/** GET /api/projects/{id}/generation-status */
export const generationStatusSchema = z.object({
  status: z.enum(['processing', 'completed', 'failed']),
  percentage: z.number(),
  stage: z.string(),
  message: z.string(),
  finalVideoLink: z.string().nullable(),
});

export const videoLinkSchema = z.object({ finalVideoLink: z.string() });
export const soundLinkSchema = z.object({ soundLink: z.string() });

/** `details` of the error for a missing film: whether one is being generated now. */
export const noFilmSchema = z.object({ generating: z.boolean() });
export type NoFilm = z.infer<typeof noFilmSchema>;

/** GET /api/projects/{id}/generation-plan */
export const generationPlanQuerySchema = z.object({
  language: languageSchema.default('en'),
  quality: qualitySchema.optional(),
  aspect: aspectSchema.default('16:9'),
  framing: framingSchema.default('blurred'),
  burnSubtitles: z.stringbool().default(false),
  ...captionLookSchema.shape,
  gender: genderSchema.default('male'),
  /** The ID of the film's voice. */
  speaker: voiceIdSchema.optional(),
  /** By default, the project's choice. */
  credits: creditsChoiceSchema.optional(),
});

/**
 * How many sections and transitions a film would render now: 'n sections to render'. The credits count as a
 * section.
 */
export const generationPlanSchema = z.object({
  sections: z.int(),
  toRender: z.int(),
  /** The number of joins that are not cuts, and the number of their transitions that are not rendered yet. */
  transitions: z.int(),
  transitionsToRender: z.int(),
  /** Texts to narrate that are in another language than the film's and not translated yet. */
  untranslated: z.int(),
  /** Titles that are in another language than the film's, and not translated yet. */
  untranslatedTitles: z.int(),
  /** The number of these texts that are read as written, because no engine here translates from their language. */
  readAsWritten: z.int(),
  /**
   * Some characters of titles, lower thirds and drawn captions that no font here has; omitted if all can be
   * drawn.
   */
  undrawable: z.string().optional(),
});
