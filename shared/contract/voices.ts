import { z } from 'zod';
import { genderSchema, languageCodeSchema, languageSchema, uuidSchema } from './primitives.ts';
import { voiceIdSchema } from './section-settings.ts';

/** A voice that can be chosen. */
export const voiceChoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The languages that it speaks. */
  languages: languageCodeSchema.array().min(1),
  gender: genderSchema,
  /** The program or service that provides it. */
  engine: z.string(),
  licence: z.string(),
  /**
   * Its characters per second in each language: the median of the narrations that this installation recorded
   * with it. Languages without narrations are left out.
   */
  pace: z.partialRecord(languageCodeSchema, z.number().positive()),
});
export type VoiceChoice = z.infer<typeof voiceChoiceSchema>;

/** POST /api/sections/{id}/narration and /api/projects/{id}/voice-sample: the film that would be narrated. */
export const listenRequestSchema = z.object({
  language: languageSchema.default('en'),
  gender: genderSchema.default('male'),
  /** The ID of the film's voice. The section's own voice takes precedence. */
  speaker: voiceIdSchema.nullish(),
});

/** The narration's recording, or the run that makes it: request it again when the run ends. */
export const listenResultSchema = z.object({
  /** A WAV file; the link is valid for an hour. */
  url: z.nullable(z.string()),
  runId: z.nullable(uuidSchema),
});
