import { z } from 'zod';
import { genderSchema, languageCodeSchema, languageSchema, uuidSchema } from './primitives.ts';
import { speakerSchema } from './section-settings.ts';

/** A voice that can be chosen. */
export const voiceChoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The languages that it speaks. */
  languages: languageCodeSchema.array().min(1),
  gender: genderSchema,
  /** The program or service that speaks. */
  engine: z.string(),
  licence: z.string(),
  /**
   * Characters a second in each language, the median of the narrations that this installation made by it; languages
   * without any are left out.
   */
  pace: z.partialRecord(languageCodeSchema, z.number().positive()),
});
export type VoiceChoice = z.infer<typeof voiceChoiceSchema>;

/** POST /api/sections/{id}/narration and /api/projects/{id}/voice-sample: the film that would be narrated. */
export const listenRequestSchema = z.object({
  language: languageSchema.default('en'),
  gender: genderSchema.default('male'),
  /** The id of the film's voice; the section's own wins. */
  speaker: speakerSchema.nullish(),
});

/** The narration's recording, or the run that makes it: ask again at its end. */
export const listenResultSchema = z.object({
  /** A WAV file; the link lives for an hour. */
  url: z.nullable(z.string()),
  runId: z.nullable(uuidSchema),
});
