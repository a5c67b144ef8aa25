import type { Transaction } from 'kysely';
import type { EventPayload, EventType } from '#contract/events.ts';
import type { Database, Executor } from '../db/database.ts';
import type { DB } from '../db/types.generated.ts';
import type { Bus } from './bus.ts';

/** The events of open transactions, by their content, in the order of their publication. */
const collected = new WeakMap<Executor, Map<string, (bus: Bus) => void>>();

/**
 * Runs work in a transaction. Publishes the events that the work collected after the commit, and none if the
 * transaction is rolled back.
 */
export async function transact<T>(
  { db, bus }: { db: Database; bus: Bus },
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const events = new Map<string, (bus: Bus) => void>();
  const result = await db.transaction().execute((trx) => {
    collected.set(trx, events);
    return work(trx);
  });
  for (const publish of events.values()) publish(bus);
  return result;
}

/**
 * Collects an event for a user. An event that a transaction collects repeatedly is published once, in its
 * last position.
 * @throws Error outside `transact`, where no one would publish it
 */
export function publishAfterCommit<T extends EventType>(
  trx: Executor,
  userId: string,
  type: T,
  payload: EventPayload<T>,
): void {
  const events = collected.get(trx);
  if (!events) throw new Error(`${type} can be collected only in a transaction of transact().`);
  const key = JSON.stringify([userId, type, payload]);
  events.delete(key);
  events.set(key, (bus) => bus.publish(userId, type, payload));
}
