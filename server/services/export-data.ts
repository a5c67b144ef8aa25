import type { DataExport } from '#contract/export.ts';
import { AppError } from '#node/errors.ts';
import type { Database } from '#node/db/database.ts';
import { readLedger, readProjectsForExport } from '#node/repositories/account-data.ts';
import { readCredits } from '#node/repositories/credits.ts';
import { findUser } from '#node/repositories/users.ts';

/** Everything of an account as it is at one moment, without media, links that open anything, and inner keys. */
export async function exportData(db: Database, userId: string): Promise<DataExport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const user = await findUser(trx, userId);
      if (!user) throw new AppError('unauthorized', 'Unauthorized');
      const credits = await readCredits(trx, userId);
      const ledger = await readLedger(trx, userId);
      return {
        schemaVersion: 1,
        exportedAt: new Date().toISOString(),
        profile: {
          email: user.email,
          firstName: user.firstName,
          lastName: user.lastName,
          profileImageUrl: user.profileImageUrl,
          createdAt: user.createdAt,
        },
        settings: user.settings,
        credits: {
          totalCredits: credits.totalCredits,
          packs: credits.allPacks.map(({ id, kind, packSize, creditsRemaining, purchaseDate }) => ({
            id,
            kind,
            packSize,
            creditsRemaining,
            purchaseDate,
          })),
          ledger: ledger.map((entry) => ({
            kind: entry.kind as DataExport['credits']['ledger'][number]['kind'],
            amount: entry.amount,
            packId: entry.pack_id,
            createdAt: entry.created_at.toISOString(),
          })),
        },
        projects: await readProjectsForExport(trx, userId),
      };
    });
}
