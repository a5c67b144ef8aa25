import type { Pool, PoolClient } from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { isReadOnlyError } from '../lib/outages.ts';

/** The shortest time between two replacements, in ms: a server may remain read-only for minutes. */
const REPLACE_EVERY_MS = 1_000;

/**
 * A pool that replaces its connections after a statement was refused because the server is read-only. After a
 * failover, a connection stays with the former primary, and only a new one leads to the new primary.
 */
export function keepWritable(pool: Pool): PostgresPool {
  const generations = new WeakMap<PoolClient, number>();
  const refused = new WeakSet<PoolClient>();
  const watched = new WeakMap<PoolClient, PostgresPoolClient>();
  let generation = 0;
  let [replacedAt, refusedAt] = [-Infinity, -Infinity];
  pool.on('connect', (client) => generations.set(client as PoolClient, generation));

  const isOutdated = (client: PoolClient) => refused.has(client) || generations.get(client) !== generation;

  /** Outdates all connections if one of them was refused since the last time. */
  function replaceRefused(): void {
    const now = performance.now();
    if (refusedAt <= replacedAt || now - replacedAt < REPLACE_EVERY_MS) return;
    replacedAt = now;
    generation += 1;
  }

  function watch(client: PoolClient): PostgresPoolClient {
    const query = async (text: string, values: unknown[]) => {
      try {
        return await client.query(text, values);
      } catch (error) {
        if (isReadOnlyError(error)) {
          refused.add(client);
          refusedAt = performance.now();
        }
        throw error;
      }
    };
    return { query, release: () => client.release(isOutdated(client)) } as unknown as PostgresPoolClient;
  }

  return {
    end: () => pool.end(),
    async connect() {
      replaceRefused();
      let client = await pool.connect();
      while (isOutdated(client)) {
        client.release(true);
        client = await pool.connect();
      }
      if (!watched.has(client)) watched.set(client, watch(client));
      return watched.get(client)!;
    },
  };
}
