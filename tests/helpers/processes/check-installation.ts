import { expect } from 'vitest';
import { findFaults } from './find-faults.ts';
import type { Installation } from './installation.ts';

const NONE = { lost: [], doubled: [], charges: [], films: [], orphans: [], files: [] };

/**
 * Checks everything that a fault could have broken: each run has ended with one film or one released credit;
 * the ledger's sum equals the balance and the packs, and spending is as expected; every film decodes; there
 * are no leftover ffmpeg processes, temporary folders, or rows without their files.
 */
export async function checkInstallation(
  { db, dataDir }: Pick<Installation, 'db' | 'dataDir'>,
  userId: string,
  { spent, left }: { spent: number; left: number },
): Promise<void> {
  // A living worker cleans up after a killed one within its reconciler's interval.
  await expect.poll(() => findFaults({ db, dataDir }, [userId]), { interval: 500 }).toMatchObject(NONE);
  const { credits } = await db
    .selectFrom('users')
    .select('credits')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const captured = await db
    .selectFrom('creditEntries')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', 'capture')
    .execute();
  expect({ spent: captured.length, left: credits }).toEqual({ spent, left });
}
