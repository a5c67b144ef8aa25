import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** How many apps that were never connected are retained. Newer ones replace the oldest. */
const MAX_UNUSED = 10_000;

/** An app that registered itself. Nothing that it states about itself is verified. */
export interface OauthClient {
  id: string;
  name: string;
  redirectUris: string[];
}

/** Registers an app. */
export async function insertOauthClient(
  trx: Executor,
  { name, redirectUris }: Omit<OauthClient, 'id'>,
): Promise<{ id: string; createdAt: Date }> {
  const created = await trx
    .insertInto('oauthClients')
    .values({ name, redirectUris })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('oauthClients')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('oauthClients as unused')
        .select('unused.id')
        .where('unused.connectedAt', 'is', null)
        .orderBy('unused.createdAt', 'desc')
        .offset(MAX_UNUSED),
    )
    .execute();
  return created;
}

/** Returns an app; `undefined` if it is not registered. `id` must be a UUID. */
export async function findOauthClient(db: Executor, id: string): Promise<OauthClient | undefined> {
  return db
    .selectFrom('oauthClients')
    .select(['id', 'name', 'redirectUris'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Records that an app was connected. */
export async function markConnected(db: Executor, id: string): Promise<void> {
  await db
    .updateTable('oauthClients')
    .set({ connectedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}
