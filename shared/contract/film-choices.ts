import { z } from 'zod';
import { chosenLookSchema } from './caption-look.ts';
import { creditsChoiceSchema } from './film-credits.ts';
import { filmStyleIdSchema } from './film-styles.ts';
import { aspectSchema, genderSchema, qualitySchema } from './primitives.ts';
import { framingSchema, voiceIdSchema } from './section-settings.ts';

/** A creator's choices for a film, beside its language and its music. An absent option was not chosen. */
export const filmChoicesSchema = chosenLookSchema.extend({
  quality: qualitySchema.optional(),
  aspect: aspectSchema.optional(),
  framing: framingSchema.optional(),
  burnSubtitles: z.boolean().optional(),
  /** The gender of the best voice of the film's language, if no voice is chosen. */
  gender: genderSchema.optional(),
  /** The ID of the chosen voice. */
  speaker: voiceIdSchema.nullable().optional(),
  /** Whether a closing card names the sources. */
  credits: creditsChoiceSchema.optional(),
  /** Whether its audio fades in at its start and out at its end. */
  endFades: z.boolean().optional(),
  /** The style that was applied last; its settings may have been changed since. */
  style: filmStyleIdSchema.nullable().optional(),
});
export type FilmChoices = z.infer<typeof filmChoicesSchema>;

/** The choices of a new project. Films of projects from before this option have no credits. */
export const FIRST_CHOICES: FilmChoices = { credits: 'auto' };

/** PATCH /api/projects/{id}/film-choices */
export const filmChoicesPatchSchema = filmChoicesSchema
  .omit({ style: true })
  .strict()
  .refine((patch) => Object.keys(patch).length > 0, { message: 'Nothing to change.' });

/** POST /api/projects/{id}/film-style */
export const filmStyleRequestSchema = z.object({ style: filmStyleIdSchema }).strict();
