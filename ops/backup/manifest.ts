import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../lib/command.ts';

const FILE = 'manifest.json';

const listSchema = z.object({ rows: z.int(), sha256: z.string() });

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Names of the database's migrations, which identify the version of its schema. */
  migrations: z.array(z.string()).min(1),
  /** For each table, the number of rows in its file and the hash of its lines. */
  tables: z.record(z.string().regex(/^[a-z_]+$/), listSchema),
  /** The list of the stored files, and their total size in bytes. */
  objects: listSchema.extend({ bytes: z.int() }),
  /** Keys of files that were missing although rows refer to them. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Writes the manifest, which is the last file of a backup: a folder without it is no backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, `${FILE}.new`), `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(join(folder, `${FILE}.new`), join(folder, FILE));
}

/** @throws UsageError if the folder contains no complete backup of this format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`${folder} contains no complete backup: it has no ${FILE}.`);
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new UsageError(`This version cannot read the ${FILE} of ${folder}.`);
  return parsed.data;
}
