import { readFile, writeFile } from 'node:fs/promises';
import { Cli } from 'kysely-codegen';

const FILE = 'shared/core/db/types.generated.ts';

/** `DATABASE_URL=… npm run db:types` writes the row types of a migrated database. */
await new Cli().run({ argv: ['--dialect', 'postgres', '--camel-case', '--out-file', FILE] });

// A column that still has an earlier name beside its own appears twice.
const tables = (await readFile(FILE, 'utf8')).split('export interface ');
const unique = tables.map((table, index) =>
  index === 0 ? table : [...new Set(table.split(/(?<=\n)/))].join(''),
);
await writeFile(FILE, unique.join('export interface '));
