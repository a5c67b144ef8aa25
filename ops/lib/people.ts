import { userInfo } from 'node:os';
import { z } from 'zod';
import type { Database, Executor } from '#core/db/database.ts';
import { findUserIds, recordAudit } from '#core/repositories/people/operators.ts';
import { UsageError } from './command.ts';

const emailSchema = z.email().max(254);

/** Returns the ID of the one user with this ID or e-mail address. @throws UsageError */
export async function findOneUser(db: Database, text: string): Promise<string> {
  const ids = await findUserIds(db, text);
  if (ids.length === 1) return ids[0]!;
  if (ids.length === 0) throw new UsageError(`There is no user "${text}"; the command users lists them.`);
  throw new UsageError(`Several users have this e-mail address. Use an ID: ${ids.join(', ')}.`);
}

/** @throws UsageError */
export function parseEmail(text: string): string {
  const parsed = emailSchema.safeParse(text.trim().toLowerCase());
  if (!parsed.success) throw new UsageError(`"${text}" is not an e-mail address.`);
  return parsed.data;
}

/** Records a command in the audit, under the account of this machine that runs it. */
export function audit(
  db: Executor,
  action: string,
  userId: string | null,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(db, { operator: userInfo().username, action, userId, detail });
}
