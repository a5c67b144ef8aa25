import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** A backup reads and writes every table, whatever it contains; a restore empties them. */
const WITH_SQL = /^(shared\/core\/(db|repositories)|ops\/backup)\/|^ops\/commands\/restore\.ts$/;
const SQL =
  /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|import (?!type)[^;]*'kysely'/;

/** Returns the files of these folders with their texts. */
async function sourcesOf(folders: string[]): Promise<{ file: string; text: string }[]> {
  const statements = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(ROOT, folder), { recursive: true });
      return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
    }),
  );
  const read = async (file: string) => ({ file, text: await readFile(join(ROOT, file), 'utf8') });
  return Promise.all(statements.flat().map(read));
}

it('keeps SQL in the repositories', async () => {
  const sources = await sourcesOf(['shared', 'server', 'worker', 'ops']);
  const withSql = sources.filter(({ text }) => SQL.test(text)).map(({ file }) => file);
  // This fails if the pattern no longer matches anything.
  expect(withSql.length).toBeGreaterThan(40);
  expect(withSql.filter((file) => !WITH_SQL.test(file))).toEqual([]);
});

it('declares the rows of raw SQL with the names under which their columns arrive', async () => {
  const sources = await sourcesOf(['shared', 'ops', 'bench', 'tests']);
  const rows = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bsql<\{([^`]*?)\}>/g)].map(([, columns]) => ({ file, columns: columns! })),
  );
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter(({ columns }) => /\w_\w+\??:/.test(columns))).toEqual([]);
});
