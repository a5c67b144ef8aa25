import { sql } from 'kysely';
import type { JobName } from '#contract/jobs/all.ts';
import type { Executor } from '../../db/database.ts';
import type { StepRef } from './run-steps.ts';

/** Locks the admission of a user's work: only one transaction at a time decides by counting it. */
export async function lockWork(trx: Executor, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`work of ${userId}`}, 0))`.execute(trx);
}

const openSteps = (db: Executor, userIds: string[]) =>
  db
    .selectFrom('runSteps')
    .innerJoin('runs', 'runs.id', 'runSteps.runId')
    .where('runs.userId', 'in', userIds)
    .where('runs.status', 'in', ['queued', 'running']);

/**
 * Returns the steps of these users that are running or only wait for a place, in the order in which each
 * user's should start.
 */
export async function findOpenSteps(db: Executor, userIds: string[]) {
  const rows = await openSteps(db, userIds)
    .select(['userId', 'runId', 'key', 'job', 'runSteps.input', 'state'])
    .select(
      sql<number>`COALESCE(GREATEST(0, extract(epoch FROM not_before - now()) * 1000), 0)::float`.as(
        'delayMs',
      ),
    )
    .select(sql<number | null>`(extract(epoch FROM now() - seen_at) * 1000)::float`.as('seenMsAgo'))
    .where('state', 'in', ['queued', 'active'])
    .orderBy('runs.createdAt')
    .orderBy('runs.id')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, job: row.job as JobName }));
}

/** Returns the same for a decision on one step: that step, and those running. */
export async function findActiveSteps(trx: Executor, userId: string, ref: StepRef) {
  const rows = await openSteps(trx, [userId])
    .select(['job', 'state'])
    .select(sql<boolean>`run_steps.run_id = ${ref.runId} AND key = ${ref.step}`.as('isThis'))
    .where((eb) =>
      eb.or([
        eb('state', '=', 'active'),
        eb.and([eb('runSteps.runId', '=', ref.runId), eb('key', '=', ref.step)]),
      ]),
    )
    .execute();
  return rows.map((row) => ({ ...row, job: row.job as JobName }));
}

/** Returns users with active runs, in the order of their IDs: the first `count` after `afterId`. */
export async function findBusyUsers(db: Executor, afterId: string, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('userId')
    .distinct()
    .where('status', 'in', ['queued', 'running'])
    .where('userId', '>', afterId)
    .orderBy('userId')
    .limit(count)
    .execute();
  return rows.map((row) => row.userId);
}
