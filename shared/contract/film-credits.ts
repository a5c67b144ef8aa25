import { z } from 'zod';

/** Whether a film ends with a card that names its sources: if a licence requires it, always, or never. */
export const CREDITS_CHOICES = ['auto', 'on', 'off'] as const;
export const creditsChoiceSchema = /* @__PURE__ */ z.enum(CREDITS_CHOICES);
export type CreditsChoice = z.infer<typeof creditsChoiceSchema>;

/** A source as named on the card: its title, and its author and licence. */
export const filmCreditSchema = /* @__PURE__ */ z.object({ title: z.string(), detail: z.string() });
export type FilmCredit = z.infer<typeof filmCreditSchema>;

/** The consecutive pages of the card. */
export const creditPagesSchema = /* @__PURE__ */ z.array(/* @__PURE__ */ z.array(filmCreditSchema));
