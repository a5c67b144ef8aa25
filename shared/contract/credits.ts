import { z } from 'zod';
import { PACKS } from './packs.ts';
import { timestampSchema, uuidSchema } from './primitives.ts';

/** The number of credits below which 'Buy More' is shown. */
export const LOW_CREDITS = 5;

export const creditPackSchema = z.object({
  id: uuidSchema,
  /** Only purchases count in the total purchased; an operator grants or returns credits. */
  kind: z.enum(['welcome', 'purchase', 'grant']),
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
  /** The newest purchases whose payment failed, for a page that waits for one. */
  failedPurchases: z.array(uuidSchema),
});
export type Credits = z.infer<typeof creditsSchema>;

/** POST /api/purchase-credits. */
export const purchaseRequestSchema = z.object({
  packSize: z.literal(
    PACKS.map((pack) => pack.packSize),
    { error: 'Choose a pack of 10, 50 or 100 videos.' },
  ),
});
export type PurchaseRequest = z.infer<typeof purchaseRequestSchema>;

/** Booked immediately, or the page opens `url` to pay and returns to /billing?purchase=success|cancelled. */
export const purchaseResultSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('completed'), pack: creditPackSchema }),
  z.object({ status: z.literal('redirect'), url: z.url(), purchaseId: uuidSchema }),
]);
export type PurchaseResult = z.infer<typeof purchaseResultSchema>;

/**
 * An entry of the ledger. A compilation reserves a credit, then captures it (0) or releases it (+1). A pack
 * that is refunded or disputed loses that many credits, 0 if all are spent. Credits that a dispute took are
 * returned when it is won.
 */
export const creditEntrySchema = z.object({
  id: z.string(),
  kind: z.enum([
    'welcome',
    'purchase',
    'grant',
    'reserve',
    'capture',
    'release',
    'refund',
    'dispute',
    'dispute_won',
  ]),
  amount: z.int(),
  /** The balance after this entry. */
  balanceAfter: z.int(),
  createdAt: timestampSchema,
  /** `null` if there is no project, or it was deleted. */
  projectId: z.nullable(uuidSchema),
  projectTitle: z.string().nullable(),
  /** The entry's pack; `null` for the entries of a compilation. */
  packSize: z.int().nullable(),
});
export type CreditEntry = z.infer<typeof creditEntrySchema>;

/** GET /api/user/credits/ledger: newest first. */
export const creditLedgerSchema = z.array(creditEntrySchema);
