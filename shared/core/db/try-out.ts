import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** Runs changes within a transaction and rolls them back. Returns the result of `act`. */
export async function tryOut<T>(trx: Executor, act: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT tried_out`.execute(trx);
  const result = await act();
  await sql`ROLLBACK TO SAVEPOINT tried_out`.execute(trx);
  return result;
}
