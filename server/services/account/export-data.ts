import { type DataExport, EXPORT_ENTRIES } from '#contract/export.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { listApiKeys } from '#core/repositories/account/api-keys.ts';
import { pickForExport, readLedgerPart, writeProjects } from '#core/repositories/account/account-data.ts';
import { readCredits } from '#core/repositories/money/credits.ts';
import { findUser } from '#core/repositories/account/users.ts';
import { listWebhooks } from '#core/repositories/webhooks/webhooks.ts';
import type { Caller } from '../caller.ts';

interface ExportedFile {
  /** In the format of `exportSchema`. */
  json: Buffer;
  exportedAt: string;
  /** Where the next file starts. */
  next: string | undefined;
}

/**
 * Exports an account consistently, without media, working links and internal keys. A large account is
 * exported in parts, each of which can be imported on its own.
 * `part` is where it continues: `next` of the previous part.
 */
export async function exportData(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { part = '0' }: { part?: string | undefined } = {},
): Promise<ExportedFile> {
  const [number, from] = part.split('.');
  const offset = Number(number) * EXPORT_ENTRIES;
  const entries = <T>(all: T[]) => all.slice(offset, offset + EXPORT_ENTRIES);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const user = await findUser(trx, userId);
      if (!user) throw new AppError('unauthorized', 'Unauthorized');
      const credits = await readCredits(trx, userId);
      // In the first part alone.
      const apiKeys = offset === 0 ? await listApiKeys(trx, userId) : [];
      const webhooks = offset === 0 ? await listWebhooks(trx, userId) : [];
      // Oldest first, so a pack bought meanwhile is in the last part.
      const packs = credits.allPacks.toSorted((a, b) => (a.purchaseDate < b.purchaseDate ? -1 : 1));
      const ledger = await readLedgerPart(trx, userId, { offset, limit: EXPORT_ENTRIES + 1 });
      const projects =
        from === undefined && number !== '0'
          ? { ids: [], next: undefined }
          : await pickForExport(trx, userId, from);
      const isLast =
        projects.next === undefined &&
        ledger.length <= EXPORT_ENTRIES &&
        packs.length <= offset + EXPORT_ENTRIES;
      const exportedAt = new Date().toISOString();
      const account: Omit<DataExport, 'projects'> = {
        schemaVersion: 1,
        exportedAt,
        profile: {
          email: user.email,
          firstName: user.firstName,
          lastName: user.lastName,
          profileImageUrl: user.profileImageUrl,
          createdAt: user.createdAt,
        },
        settings: user.settings,
        ...(apiKeys.length > 0 && {
          apiKeys: apiKeys.map(({ id: _id, prefix: _prefix, app: _app, ...described }) => described),
        }),
        ...(webhooks.length > 0 && {
          webhooks: webhooks.map(({ url, events, createdAt, disabled }) => ({
            url,
            events,
            createdAt,
            disabled,
          })),
        }),
        credits: {
          totalCredits: credits.totalCredits,
          packs: entries(packs).map(({ id, kind, packSize, creditsRemaining, purchaseDate }) => ({
            id,
            kind,
            packSize,
            creditsRemaining,
            purchaseDate,
          })),
          ledger: ledger.slice(0, EXPORT_ENTRIES).map((entry) => ({
            kind: entry.kind as DataExport['credits']['ledger'][number]['kind'],
            amount: entry.amount,
            packId: entry.packId,
            createdAt: entry.createdAt.toISOString(),
          })),
        },
      };
      const pieces = [Buffer.from(`${JSON.stringify(account).slice(0, -1)},"projects":[`)];
      for await (const piece of writeProjects(trx, userId, projects.ids)) pieces.push(Buffer.from(piece));
      pieces.push(Buffer.from(']}'));
      const next = [Number(number) + 1, projects.next].filter((value) => value !== undefined).join('.');
      return { json: Buffer.concat(pieces), exportedAt, next: isLast ? undefined : next };
    });
}
