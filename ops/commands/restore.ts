import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#core/db/database.ts';
import { appliedMigrations, isKnownHistory, migrateTo, migrateToLatest } from '#core/db/migrate.ts';
import { copyPrivately } from '#core/files/private-files.ts';
import { openLocalStorage } from '#core/storage/local-storage.ts';
import type { ObjectStore } from '#core/storage/storage.ts';
import { readLines } from '../backup/lines.ts';
import { type Manifest, readManifest } from '../backup/manifest.ts';
import { filledTables, listTables, loadTable } from '../backup/tables.ts';
import { type Command, UsageError } from '../lib/command.ts';
import { bytesText } from '../lib/format.ts';

const storedSchema = z.object({ key: z.string(), bytes: z.int() });

export const restore: Command = {
  usage: '<folder>',
  summary: 'restores a backup into an empty installation',
  arguments: 1,
  async run({ config, db, objects, print }, _values, [from]) {
    const folder = resolve(from!);
    const manifest = await readManifest(folder);
    const last = manifest.migrations.at(-1)!;
    if (!isKnownHistory(manifest.migrations)) {
      throw new UsageError(
        `This backup was made by a newer version of Cutroom (${last}). Restore it with that version.`,
      );
    }
    const files = await checkFiles(folder, manifest);
    const storage = await objects();
    await refuseFilled(db(), storage);
    await toSchemaOf(db(), manifest.migrations);
    await db()
      .transaction()
      .execute(async (trx) => {
        for (const table of await listTables(trx)) {
          const expected = manifest.tables[table];
          if (!expected) throw new Error(`The backup has no table ${table}.`);
          await loadTable(trx, table, readLines(join(folder, 'tables', `${table}.jsonl.gz`), expected));
        }
        await copyFiles(folder, storage, config.tempDir, files);
      });
    await migrateToLatest(db());
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    print(
      `${rows} rows and ${files.length} files (${bytesText(manifest.objects.bytes)}) have been restored.`,
    );
    print('Active runs continue by themselves. Check the credits with: npm run ops -- ledger-check');
    return 0;
  },
};

/** Returns the keys of a backup's files, each of which exists in full size. @throws UsageError */
async function checkFiles(folder: string, manifest: Manifest): Promise<string[]> {
  const storage = openLocalStorage(join(folder, 'objects'));
  const keys: string[] = [];
  for await (const line of readLines(join(folder, 'objects.jsonl.gz'), manifest.objects)) {
    const { key, bytes } = storedSchema.parse(JSON.parse(line));
    if ((await storage.find(key))?.bytes !== bytes)
      throw new UsageError(`This backup is damaged: ${key} is missing or incomplete.`);
    keys.push(key);
  }
  return keys;
}

async function refuseFilled(db: Database, storage: ObjectStore): Promise<void> {
  const nonEmpty = await filledTables(db);
  if (nonEmpty.length > 0) {
    throw new UsageError(
      `The database is not empty (it has ${nonEmpty.join(', ')}): restore into an empty one.`,
    );
  }
  for await (const { key } of storage.listFiles('')) {
    throw new UsageError(`The store of the files is not empty (it has ${key}): restore into an empty one.`);
  }
}

/** Migrates the empty database to the schema version of the backup's rows. */
async function toSchemaOf(db: Database, migrations: string[]): Promise<void> {
  const applied = await appliedMigrations(db);
  if (applied.some((name, index) => migrations[index] !== name)) {
    const tables = [...(await listTables(db)), 'kysely_migration', 'kysely_migration_lock'];
    await sql`DROP TABLE ${sql.join(tables.map((table) => sql.table(table)))} CASCADE`.execute(db);
  }
  await migrateTo(db, migrations.at(-1)!);
}

async function copyFiles(folder: string, to: ObjectStore, tempDir: string, keys: string[]): Promise<void> {
  const from = openLocalStorage(join(folder, 'objects'));
  await mkdir(tempDir, { recursive: true });
  const dir = await mkdtemp(join(tempDir, 'restore-'));
  try {
    for (const key of keys) {
      // The store takes the file that it receives, and the backup stays.
      const path = join(dir, 'file');
      await copyPrivately(await from.localPath(key), path);
      await to.putFile(key, path);
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
