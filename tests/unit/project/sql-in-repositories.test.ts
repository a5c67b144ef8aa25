import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** A backup reads and writes every table, whatever it contains; a restore empties them. */
const WITH_SQL = /^(shared\/core\/(db|repositories)|ops\/backup)\/|^ops\/commands\/restore\.ts$/;
const SQL =
  /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|import (?!type)[^;]*'kysely'/;

it('keeps SQL in the repositories', async () => {
  const folders = ['shared', 'server', 'worker', 'ops'];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(ROOT, folder), { recursive: true });
      return names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
    }),
  );
  const files = found.flat();
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')));
  const withSql = files.filter((_, index) => SQL.test(texts[index]!));
  // Otherwise, the pattern does not find anything any more.
  expect(withSql.length).toBeGreaterThan(40);
  expect(withSql.filter((file) => !WITH_SQL.test(file))).toEqual([]);
});
