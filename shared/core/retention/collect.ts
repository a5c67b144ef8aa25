import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Logger } from '../lib/logger.ts';
import { findLeftPartials } from '../files/partial-files.ts';
import { removeFiles } from '../storage/remove-files.ts';
import { findLeftTempDirs } from '../files/temp.ts';
import type { ObjectStore } from '../storage/storage.ts';
import { collectOld, collectOverSize } from '../repositories/retention/artifacts.ts';
import { compareFiles } from './files.ts';
import type { Limits } from '../repositories/retention/limits.ts';
import { purgeProjects, purgeSections } from '../repositories/retention/projects.ts';
import type { Item } from '../repositories/retention/item.ts';
import { holdRetentionLock } from '../repositories/retention/lock.ts';
import { kindsWhere } from '../runs/kinds/all.ts';
import type { Report } from './report.ts';
import { deleteSpent, SPENT_TABLES } from '../repositories/retention/rows.ts';
import { collectFootage } from '../repositories/retention/footage.ts';
import { collectUploads, collectVideoUploads } from '../repositories/retention/uploads.ts';

export interface RetentionParts {
  db: Database;
  storage: ObjectStore;
  log: Logger;
  config: Pick<Config, 'retention' | 'tempDir' | 'partialDir'>;
}

/**
 * Removes unneeded data: rows in small batches, each with the names of its files, then the files. If a
 * process dies in between, any worker continues from the stored list. `dryRun` does the same in one
 * transaction that is rolled back, removes no file, and reports what would be removed. `files` compares the
 * whole store with the rows.
 * @returns `undefined` if another process is collecting
 */
export async function collect(
  parts: RetentionParts,
  {
    dryRun = false,
    files = true,
    now = Date.now,
  }: { dryRun?: boolean; files?: boolean; now?: () => number } = {},
): Promise<Report | undefined> {
  const { db, storage, config } = parts;
  return holdRetentionLock(db, async () => {
    const collected = dryRun ? await pretend(db, config.retention) : await inBatches(db, config.retention);
    if (!dryRun) await removeFiles(parts);
    const folders = await findLeftTempDirs(config.tempDir, now);
    const partials = await findLeftPartials(config.partialDir, now);
    const compared = files ? await compareFiles(parts, now) : undefined;
    const orphans = compared?.orphans ?? [];
    if (!dryRun) {
      for (const name of folders) await rm(join(config.tempDir, name), { recursive: true, force: true });
      for (const { path } of partials) await rm(path, { force: true });
      for (const { id } of orphans) await storage.remove(id);
    }
    return {
      items: [
        ...collected.items,
        ...folders.map((id) => ({ kind: 'temporary folder', id, bytes: 0 })),
        ...partials.map(({ path, bytes }) => ({ kind: 'partial upload', id: basename(path), bytes })),
        ...orphans,
      ],
      rows: collected.rows,
      missing: compared?.missing ?? null,
    };
  });
}

type Collected = Pick<Report, 'items' | 'rows'>;
/** Runs a batch in a transaction. */
type Batch = <T>(act: (trx: Executor) => Promise<T>) => Promise<T>;

const inBatches = (db: Database, limits: Limits) =>
  collectRows((act) => db.transaction().execute(act), limits);

class RolledBack extends Error {}

async function pretend(db: Database, limits: Limits): Promise<Collected> {
  let collected: Collected | undefined;
  await db
    .transaction()
    .execute(async (trx) => {
      collected = await collectRows((act) => act(trx), limits);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return collected!;
}

async function collectRows(batch: Batch, limits: Limits): Promise<Collected> {
  const items: Item[] = [];
  // Projects and uploads first: afterwards, what only they used is unneeded.
  for (const step of [
    purgeProjects,
    purgeSections,
    collectUploads,
    collectVideoUploads,
    collectFootage,
    collectOld,
    collectOverSize,
  ]) {
    for (;;) {
      const deleted = await batch((trx) => step(trx, limits));
      if (deleted.length === 0) break;
      items.push(...deleted);
    }
  }
  const shortLived = kindsWhere(({ keepsSteps }) => !keepsSteps);
  const rows: Record<string, number> = {};
  for (const table of SPENT_TABLES) {
    for (;;) {
      const deletedCount = await batch((trx) => deleteSpent(trx, table, shortLived));
      if (deletedCount === 0) break;
      rows[table] = (rows[table] ?? 0) + deletedCount;
    }
  }
  return { items, rows };
}
