import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#core/db/database.ts';
import { appliedMigrations } from '#core/db/migrate.ts';
import { holdRetentionLock } from '#core/repositories/retention/lock.ts';
import { restrictToOwner } from '#core/files/private-files.ts';
import { isMissingFile, type ObjectStore } from '#core/storage/storage.ts';
import { writeLines } from '../backup/lines.ts';
import { type Manifest, writeManifest } from '../backup/manifest.ts';
import { dumpObjectKeys, dumpTable, listTables } from '../backup/tables.ts';
import { type Command, UsageError } from '../lib/command.ts';
import { bytesText } from '../lib/format.ts';

const WAIT_MS = 60_000;

export const backup: Command = {
  usage: '<folder>',
  summary: 'copies the database and files into a new folder; everything may keep running',
  arguments: 1,
  async run({ db, objects, print }, _values, [to]) {
    const folder = resolve(to!);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0)
      throw new UsageError(`${folder} is not empty: name a new folder.`);
    await restrictToOwner(folder);
    const storage = await objects();
    const manifest = await undisturbed(db(), () => makeBackup(db(), storage, folder));
    if (!manifest) {
      print('Old files are being removed, or another backup is running. Please try again in a minute.');
      return 1;
    }
    for (const key of manifest.missing) print(`This file is missing, although a row refers to it: ${key}`);
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    const files = manifest.objects;
    print(`${rows} rows and ${files.rows} files (${bytesText(files.bytes)}) are in ${folder}.`);
    return 0;
  },
};

async function undisturbed<T>(db: Database, act: () => Promise<T>): Promise<T | undefined> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const done = await holdRetentionLock(db, act);
    if (done !== undefined || Date.now() > until) return done;
    await delay(500);
  }
}

/**
 * Copies the rows of one snapshot, then the files that they refer to. Those never change, and none is removed
 * meanwhile.
 */
async function makeBackup(db: Database, storage: ObjectStore, folder: string): Promise<Manifest> {
  await mkdir(join(folder, 'tables'));
  const tables: Manifest['tables'] = {};
  const keys: string[] = [];
  const migrations = await appliedMigrations(db);
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      for (const table of await listTables(trx)) {
        tables[table] = await writeLines(join(folder, 'tables', `${table}.jsonl.gz`), dumpTable(trx, table));
      }
      for await (const key of dumpObjectKeys(trx, Object.keys(tables))) keys.push(key);
    });
  const missing: string[] = [];
  let bytes = 0;
  async function* copied() {
    for (const key of keys) {
      const size = await copyObject(storage, key, join(folder, 'objects', key));
      if (size === undefined) {
        missing.push(key);
        continue;
      }
      bytes += size;
      yield JSON.stringify({ key, bytes: size });
    }
  }
  const list = await writeLines(join(folder, 'objects.jsonl.gz'), copied());
  const createdAt = new Date().toISOString();
  const manifest: Manifest = {
    format: 1,
    createdAt,
    migrations,
    tables,
    objects: { ...list, bytes },
    missing,
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/** Returns the file's size in bytes, or `undefined` if it is missing. */
async function copyObject(storage: ObjectStore, key: string, to: string): Promise<number | undefined> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await storage.copyOut(key, to);
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
  return (await stat(to)).size;
}
