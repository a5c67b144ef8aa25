import { z } from 'zod';
import { timestampSchema, uuidSchema } from './primitives.ts';

/** What is on sale; prices in US cents. Another packSize is 400. */
export const PACKS = [
  { packSize: 10, priceCents: 999 },
  { packSize: 50, priceCents: 3999 },
  { packSize: 100, priceCents: 6999 },
] as const;

/** Fewer than this shows 'Buy More'. */
export const LOW_CREDITS = 5;

export const creditPackSchema = z.object({
  id: uuidSchema,
  /** The welcome pack was not bought: it is left out of what was purchased. */
  kind: z.enum(['welcome', 'purchase']),
  packSize: z.int(),
  purchaseDate: timestampSchema,
  creditsRemaining: z.int().min(0),
  totalCredits: z.int(),
});
export type CreditPack = z.infer<typeof creditPackSchema>;

/** GET /api/user/credits. `availablePacks` are those with credits left. */
export const creditsSchema = z.object({
  totalCredits: z.int().min(0),
  availablePacks: z.array(creditPackSchema),
  allPacks: z.array(creditPackSchema),
});
export type Credits = z.infer<typeof creditsSchema>;
