import { sql } from 'kysely';
import type { RunKind } from '#contract/run-kinds.ts';
import type { Executor } from '../../db/database.ts';
import { MAIL_TRIES } from '../account/mails.ts';

const BATCH = 1000;
const before = (days: number) => sql`now() - make_interval(days => ${days})`;

/** How many registered apps that are not connected are retained. */
const DISCONNECTED_APPS = 10_000;

/** How many deliveries of a webhook are retained, beside pending ones. */
const ENDED_DELIVERIES = 1000;

/** Expired rows. */
const SPENT = {
  oauth_states: sql`created_at < ${before(1)}`,
  // A code is valid for minutes; a used one stays for a day.
  oauth_codes: sql`created_at < ${before(1)}`,
  oauth_refresh_tokens: sql`expires_at < now()`,
  // The keys of apps that can no longer be renewed.
  api_keys: sql`client_id IS NOT NULL AND expires_at < now() AND NOT EXISTS (
    SELECT FROM oauth_refresh_tokens AS tokens
    WHERE tokens.api_key_id = api_keys.id AND tokens.used_at IS NULL AND tokens.expires_at > now())`,
  // An app that a user disconnected may be connected again.
  oauth_clients: sql`NOT EXISTS (SELECT FROM api_keys WHERE api_keys.client_id = oauth_clients.id)
    AND (COALESCE(connected_at < ${before(90)}, created_at < ${before(1)}) OR id IN (
      SELECT apps.id FROM oauth_clients AS apps
      WHERE NOT EXISTS (SELECT FROM api_keys WHERE api_keys.client_id = apps.id)
      ORDER BY COALESCE(apps.connected_at, apps.created_at) DESC OFFSET ${DISCONNECTED_APPS}))`,
  sign_in_links: sql`created_at < ${before(1)}`,
  channel_consents: sql`created_at < ${before(1)}`,
  // A session idle for 14 days has ended; see sessions.ts.
  sessions: sql`expires_at < now() OR last_seen_at < ${before(15)}`,
  // A client that returns later with the same key starts from the beginning.
  idempotency_keys: sql`created_at < ${before(30)}`,
  // A provider repeats events for days; the purchase itself is booked once in any case.
  provider_events: sql`received_at < ${before(90)}`,
  mails: sql`created_at < ${before(30)} AND (sent_at IS NOT NULL OR tries >= ${MAIL_TRIES})`,
  webhook_deliveries: sql`created_at < ${before(30)} OR state <> 'pending' AND id IN (
    SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY created_at DESC) AS place
      FROM webhook_deliveries) AS newest_first WHERE place > ${ENDED_DELIVERIES})`,
};

/** The steps of runs of these kinds, after a newer run of their project replaced them. */
const spentSteps = (kinds: RunKind[]) => sql`
  run_id IN (SELECT id FROM runs WHERE kind = ANY(${kinds}) AND finished_at < ${before(30)}
    AND EXISTS (SELECT FROM runs AS newer WHERE newer.project_id = runs.project_id AND newer.kind = runs.kind
      AND newer.created_at > runs.created_at))`;

export type SpentTable = keyof typeof SPENT | 'run_steps';
export const SPENT_TABLES = [...Object.keys(SPENT), 'run_steps'] as SpentTable[];

/**
 * Deletes a batch of a table's expired rows. `shortLived` are the kinds of runs whose steps are not retained.
 * @returns the number of rows
 */
export async function deleteSpent(trx: Executor, table: SpentTable, shortLived: RunKind[]): Promise<number> {
  const spent = table === 'run_steps' ? spentSteps(shortLived) : SPENT[table];
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid IN (
      SELECT ctid FROM ${sql.table(table)} WHERE ${spent} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0n);
}
