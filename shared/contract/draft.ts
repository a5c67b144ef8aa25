import { z } from 'zod';
import { MAX_QUERY } from './limits.ts';

/** How long a drafted film may be wished, in minutes. */
export const DRAFT_MINUTES = [1, 2, 5] as const;
export type DraftMinutes = (typeof DRAFT_MINUTES)[number];

/** A film that is drafted from videos: about these words, and at most so long. */
export const draftWishSchema = z
  .object({ words: z.string().trim().min(1).max(MAX_QUERY), minutes: z.literal(DRAFT_MINUTES) })
  .strict();
export type DraftWish = z.infer<typeof draftWishSchema>;

/** Why a drafted film is as it is, until its creator dismisses it. */
export const draftSchema = z.object({
  /** How long it became, and why. */
  sentence: z.string(),
  /** Why each section was chosen, in the order of the film. */
  reasons: z.array(z.object({ title: z.string(), why: z.string() })),
});
export type Draft = z.infer<typeof draftSchema>;
