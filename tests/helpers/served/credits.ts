import type { CreditEntry } from '#contract/credits.ts';
import { NOW } from './account.ts';

/** A line of the credit history: the purchase of a pack of ten by default. */
export const makeEntry = (changes: Partial<CreditEntry> = {}): CreditEntry => ({
  id: crypto.randomUUID(),
  kind: 'purchase',
  amount: 10,
  balanceAfter: 10,
  createdAt: NOW,
  projectId: null,
  projectTitle: null,
  packSize: 10,
  ...changes,
});
