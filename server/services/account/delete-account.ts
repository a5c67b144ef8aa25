import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#core/lib/errors.ts';
import {
  deleteAccountRows,
  findActiveRunIds,
  findEmail,
  lockAccount,
} from '#core/repositories/account/account-deletion.ts';
import { findOpenCheckouts } from '#core/repositories/money/purchases.ts';
import { createWelcomeMark, markWelcomed } from '#core/repositories/money/welcomes.ts';
import { removeFiles } from '#core/storage/remove-files.ts';
import type { PayingBackend } from '../../payments/payment-provider.ts';
import type { Caller } from '../caller.ts';

/** What a user without an e-mail types. */
const WITHOUT_EMAIL = 'DELETE';

/**
 * Deletes an account permanently. Its runs are cancelled first. Then all rows are removed in one transaction
 * that also records the names of their files, and finally the files. If the process dies in between, either
 * the owner can try again, or a worker removes the listed files.
 * @throws AppError `unprocessable` if the typed text is not the account's e-mail
 */
export async function deleteAccount(
  backend: PayingBackend,
  { userId }: Caller,
  { email: typed }: { email: string },
): Promise<void> {
  const { db, engine, bus, log } = backend;
  const user = await findEmail(db, userId);
  if (!user) throw new AppError('unauthorized', 'Unauthorized');
  refuseOther(user.email, typed);
  for (const runId of await findActiveRunIds(db, userId)) await engine.cancel(runId, userId);
  // The deletion does not depend on Google's response.
  await backend.channels
    .disconnect(userId)
    .catch((error: Error) => log.warn({ err: error.message }, 'channel tokens not revoked'));
  const pending = await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return { runs: [], checkouts: [] };
    const runs = await findActiveRunIds(trx, userId);
    const checkouts = await findOpenCheckouts(trx, userId);
    await markWelcomed(trx, userId, createWelcomeMark(backend.config.secret));
    await deleteAccountRows(trx, userId);
    return { runs, checkouts };
  });
  for (const runId of pending.runs) bus.cancelRun(runId);
  bus.publish(userId, 'session.ended', { sessionId: null });
  await endCheckouts(backend, pending.checkouts);
  await rm(join(backend.config.partialDir, userId), { recursive: true, force: true });
  await removeFiles(backend).catch((error: Error) =>
    log.warn({ err: error.message }, 'file removal postponed'),
  );
}

/**
 * Open checkouts of a deleted account must not be paid. If one is paid anyway, it is recorded for an
 * operator.
 */
async function endCheckouts(
  { log, payments }: PayingBackend,
  checkouts: { provider: string; ref: string }[],
): Promise<void> {
  for (const { provider, ref } of checkouts) {
    if (provider !== payments?.id) continue;
    await payments
      .endCheckout?.(ref)
      .catch((error: Error) => log.error({ err: error.message, ref }, 'checkout still open'));
  }
}

function refuseOther(email: string | null, typed: string): void {
  const expected = email ?? WITHOUT_EMAIL;
  const same =
    email === null ? typed.trim() === expected : typed.trim().toLowerCase() === expected.trim().toLowerCase();
  if (same) return;
  throw new AppError(
    'unprocessable',
    email === null
      ? `Please type ${WITHOUT_EMAIL} to delete this account.`
      : 'This is not the email of this account. Nothing was deleted.',
  );
}
