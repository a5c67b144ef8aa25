import { sql } from 'kysely';
import { makeProxy } from '#contract/jobs/processing.ts';
import type { Executor } from '../../db/database.ts';
import type { ArtifactFile } from '../media/artifacts.ts';
import { deleteAddressesOf } from '../people/admission.ts';

/** Returns the address that an account's owner types to delete it; `undefined` for an unknown account. */
export async function findEmail(db: Executor, userId: string): Promise<{ email: string | null } | undefined> {
  return db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
}

/** Active runs of a user. */
export async function findActiveRunIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where('userId', '=', userId)
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Locks everything of a user: runs, projects, the user, in the order in which a run's end and a new run lock
 * them. Returns `undefined` for an unknown user.
 */
export async function lockAccount(
  trx: Executor,
  userId: string,
): Promise<{ email: string | null } | undefined> {
  for (const table of ['runs', 'projects'] as const) {
    await trx.selectFrom(table).select('id').where('userId', '=', userId).orderBy('id').forUpdate().execute();
  }
  return trx.selectFrom('users').select('email').where('id', '=', userId).forUpdate().executeTakeFirst();
}

/**
 * Deletes a locked user and all of their data. Artifacts that others use stay, without an owner; the ledger
 * and purchases stay, without a name. The names of files are written to files_to_remove.
 */
export async function deleteAccountRows(trx: Executor, userId: string): Promise<void> {
  const retained = await disownShared(trx, userId);
  const uploads = await trx
    .selectFrom('objects')
    .select('objectKey')
    .where('userId', '=', userId)
    .where('objectKey', 'is not', null)
    .execute();
  // Projects before the media of their sections and films.
  await trx.deleteFrom('projects').where('userId', '=', userId).execute();
  await trx.deleteFrom('videos').where('ownerId', '=', userId).execute();
  const artifacts = await trx
    .deleteFrom('artifacts')
    .where('ownerId', '=', userId)
    .returning('files')
    .execute();
  await deleteAddressesOf(trx, userId);
  await trx.deleteFrom('users').where('id', '=', userId).execute();
  const stillUsed = new Set(retained.flatMap(keysOf));
  const removedKeys = [...artifacts.flatMap(keysOf), ...uploads.map((upload) => upload.objectKey!)];
  await writeFilesToRemove(
    trx,
    removedKeys.filter((key) => !stillUsed.has(key)),
  );
}

const keysOf = (artifact: { files: unknown }) =>
  (artifact.files as ArtifactFile[]).map((file) => file.objectKey);

async function disownShared(trx: Executor, userId: string) {
  const { rows } = await sql<{ files: unknown }>`
    UPDATE artifacts SET owner_id = NULL WHERE owner_id = ${userId} AND (
      EXISTS (SELECT 1 FROM sections s JOIN projects p ON p.id = s.project_id
        WHERE (s.fetch_key = artifacts.key OR s.scan_key = artifacts.key
          OR artifacts.job = ${makeProxy.name} AND s.scan_key = artifacts.data ->> 'scanKey')
          AND p.user_id <> ${userId})
      OR EXISTS (SELECT 1 FROM films f JOIN projects p ON p.id = f.project_id
        WHERE f.artifact_key = artifacts.key AND p.user_id <> ${userId})
      OR EXISTS (SELECT 1 FROM run_steps s JOIN runs r ON r.id = s.run_id
        WHERE s.artifact_key = artifacts.key AND r.user_id <> ${userId})
      OR EXISTS (SELECT 1 FROM videos v WHERE v.fetch_key = artifacts.key AND v.owner_id IS DISTINCT FROM ${userId})
      OR EXISTS (SELECT 1 FROM objects o WHERE o.fetch_key = artifacts.key AND o.user_id <> ${userId}))
    RETURNING files`.execute(trx);
  return rows;
}

async function writeFilesToRemove(trx: Executor, objectKeys: string[]): Promise<void> {
  if (objectKeys.length === 0) return;
  await sql`INSERT INTO files_to_remove (object_key) SELECT unnest(${objectKeys}::text[])
    ON CONFLICT DO NOTHING`.execute(trx);
}
