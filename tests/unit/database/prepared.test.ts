import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Executor } from '#core/db/database.ts';
import { prepared } from '#core/db/prepared.ts';
import { recordQueries } from '../../helpers/services/record-queries.ts';

it("compiles a statement once, and sends each call's own arguments in order", async () => {
  const { db, sent } = recordQueries();
  let built = 0;
  const read = prepared((executor: Executor, id: string, userId: string) => {
    built += 1;
    const own = executor.selectFrom('projects').select('id').where('userId', '=', userId);
    return sql`SELECT ${own.where('id', 'in', [id])}, ${userId}::text, ${'fixed'}::text`;
  });
  await Promise.all([read(db, 'a', 'one'), read(db, 'b', 'two'), read(db, 'a', 'two')]);
  expect(built).toBe(1);
  expect(new Set(sent.map((query) => query.sql)).size).toBe(1);
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    ['one', 'a', 'one', 'fixed'],
    ['two', 'b', 'two', 'fixed'],
    ['two', 'a', 'two', 'fixed'],
  ]);
});
