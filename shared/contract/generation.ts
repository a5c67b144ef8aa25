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
import { framingSchema, speakerSchema } from './section-settings.ts';

/** One section of the generation payload. Stored times win over `meantime` and `clip_max_time`. */
export const generationClipSchema = z.object({
  clipid: uuidSchema,
  transcription: z.string().max(MAX_TEXT).optional(),
  meantime: clockSchema.optional(),
  clip_max_time: clockSchema.optional(),
  path: z.string().max(2000).nullish(),
  /** The id of a voice (GET /api/voices), for a section that has none of its own; empty: the best of the gender. */
  voice_id: z.string().max(200).optional(),
  /** Accepted from scripts, and not read: `voice_id` names the voices of every engine. */
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
  /** For sections that have none of their own. */
  framing: framingSchema.default('blurred'),
  /** Draws the subtitles into the picture; the film carries them as a track too. */
  burnSubtitles: z.boolean().default(false),
  /** How they look there. */
  ...captionLookSchema.shape,
  /** Whether a closing card names the sources; omitted, as the project has it. */
  credits: creditsChoiceSchema.optional(),
  /** Fades the audio in at the start and out at the end; omitted, as the project has it. */
  endFades: z.boolean().optional(),
  isview: z.boolean().default(false),
});
export type GenerateRequest = z.infer<typeof generateRequestSchema>;

/** `finalVideoLink` is null while the run is active. */
export const generateResultSchema = z.object({
  finalVideoLink: z.string().nullable(),
  runId: uuidSchema.nullable(),
});

/** Which film of a project: the one in this language, else the newest. */
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
  /** The id of the film's voice. */
  speaker: speakerSchema.optional(),
  /** Omitted, as the project has it. */
  credits: creditsChoiceSchema.optional(),
});

/** How many sections and transitions a film would render now: 'n sections to render'. Credits count as a section. */
export const generationPlanSchema = z.object({
  sections: z.int(),
  toRender: z.int(),
  /** How many joins are no cuts, and how many of their transitions are not rendered yet. */
  transitions: z.int(),
  transitionsToRender: z.int(),
  /** Texts to be narrated that are in another language than the film's and not translated yet. */
  untranslated: z.int(),
  /** Titles that are in another language than the film's, and not translated yet. */
  untranslatedTitles: z.int(),
  /** How many of those nobody here translates from their language: they are read as written. */
  readAsWritten: z.int(),
  /** Some characters of titles, lower thirds and captions in the picture that no font here has; omitted if none. */
  undrawable: z.string().optional(),
});
