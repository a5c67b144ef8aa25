import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readTogether } from '#core/db/read-together.ts';
import { recordQueries } from '../../helpers/services/record-queries.ts';

const NESTED = { start_ms: 1, endMs: 2, list: [{ ends_at: 'x' }] };

it('converts the names of tables, columns and aliases, but not the keys of JSON values', async () => {
  const { db, sent } = recordQueries([{ run_id: 'a', depends_on: [], input: NESTED, is_this: true }]);
  const rows = await db
    .selectFrom('runSteps')
    .select(['runSteps.runId', 'dependsOn', 'input', sql<boolean>`true`.as('isThis')])
    .where('createdAt' as 'runId', '=', 'a')
    .execute();
  expect(rows).toEqual([{ runId: 'a', dependsOn: [], input: NESTED, isThis: true }]);
  expect(sent[0]!.sql).toBe(
    'select "run_steps"."run_id", "depends_on", "input", true as "is_this" from "run_steps" where "created_at" = $1',
  );
});

it('converts the columns of rows that are read together, and revives their timestamps', async () => {
  const read = readTogether((db) => ({ runSteps: db.selectFrom('runs').selectAll() }));
  const row = { finished_at: '2026-11-21T10:00:00+00:00', started_at: null, input: NESTED };
  const { db } = recordQueries([{ version: 'v', parts: { runSteps: [row] } }]);
  expect(await read(db, null)).toEqual({
    version: 'v',
    parts: {
      runSteps: [{ finishedAt: new Date('2026-11-21T10:00:00Z'), startedAt: null, input: NESTED }],
    },
  });
});
