import { sql } from 'kysely';
import type { RunKind } from '#contract/run-kinds.ts';
import type { Executor } from '../../db/database.ts';

export interface ListedRun {
  id: string;
  kind: string;
  status: string;
  percentage: number;
  stage: string;
  message: string;
  project: string;
  email: string | null;
  createdAt: Date;
}

/** The newest runs of the installation. */
export async function listRuns(
  db: Executor,
  { email, status, limit }: { email?: string | undefined; status?: string | undefined; limit: number },
): Promise<ListedRun[]> {
  let query = db
    .selectFrom('runs')
    .innerJoin('projects', 'projects.id', 'runs.projectId')
    .innerJoin('users', 'users.id', 'runs.userId')
    .select(['runs.id', 'kind', 'status', 'percentage', 'stage', 'message', 'runs.createdAt', 'users.email'])
    .select('projects.title as project')
    .orderBy('runs.createdAt', 'desc')
    .limit(limit);
  if (email !== undefined) query = query.where('users.email', '=', email);
  if (status !== undefined) query = query.where('status', '=', status);
  return query.execute();
}

/**
 * Returns the inconsistencies of the ledger, one sentence each: balances, packs, and credits of ended runs.
 * @param creditKinds the kinds of runs that cost a credit
 */
export async function checkLedger(db: Executor, creditKinds: RunKind[]): Promise<string[]> {
  const { rows: users } = await sql<{ id: string; credits: number; ledger: string; packs: string }>`
    SELECT * FROM (
      SELECT users.id, users.credits,
        COALESCE((SELECT sum(amount) FROM credit_entries WHERE user_id = users.id), 0) AS ledger,
        COALESCE((SELECT sum(credits_remaining) FROM credit_packs WHERE user_id = users.id), 0) AS packs
      FROM users) AS sums
    WHERE credits <> ledger OR credits <> packs ORDER BY id`.execute(db);
  const { rows: runs } = await sql<{ id: string; status: string; kinds: string[] }>`
    SELECT * FROM (
      SELECT runs.id, runs.status, array_agg(entry.kind ORDER BY entry.id) AS kinds
      FROM runs JOIN credit_entries AS entry ON entry.run_id = runs.id GROUP BY runs.id) AS booked
    WHERE kinds <> CASE
      WHEN status IN ('queued', 'running') THEN ARRAY['reserve']
      WHEN status = 'completed' THEN ARRAY['reserve', 'capture'] ELSE ARRAY['reserve', 'release'] END
    ORDER BY id`.execute(db);
  const { rows: free } = await sql<{ id: string; status: string }>`
    SELECT id, status FROM runs WHERE kind = ANY(${creditKinds})
      AND NOT EXISTS (SELECT FROM credit_entries WHERE run_id = runs.id) ORDER BY id`.execute(db);
  return [
    ...users.map(
      ({ id, credits, ledger, packs }) =>
        `User ${id} has ${credits} credits, but the ledger has ${ledger} and the packs have ${packs}.`,
    ),
    ...runs.map(
      ({ id, status, kinds }) => `Run ${id} is ${status}, but its credit was booked as: ${kinds.join(', ')}.`,
    ),
    ...free.map(({ id, status }) => `Run ${id} is ${status} and took no credit.`),
  ];
}
