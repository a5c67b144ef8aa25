import type { RunKind } from '#contract/run-kinds.ts';
import type { Bus } from '../bus/bus.ts';
import type { Caller } from '../lib/caller.ts';
import { transact } from '../bus/transact.ts';
import type { Config } from '../config/config.ts';
import type { Database, Executor } from '../db/database.ts';
import { AppError } from '../lib/errors.ts';
import { NOT_ENOUGH_CREDITS, readCredits, reserveCredit, takeCredit } from '../repositories/money/credits.ts';
import { refuseOverBudget } from '../repositories/account/api-keys.ts';
import { refuseNoRoom } from '../repositories/account/holdings.ts';
import { publishChange } from '../repositories/projects/projects.ts';
import { once } from '../repositories/runs/idempotency.ts';
import { findRunRow, insertRunRow, insertSteps, type RunRow } from '../repositories/runs/run-steps.ts';
import type { Disk } from '../files/disk.ts';
import type { RunEngine } from './engine.ts';
import { type InputOf, kindOf, KINDS } from './kinds/all.ts';
import type { RunKindDefinition } from './kinds/kind.ts';

/** The parameters of starting a run. */
interface Starter {
  db: Database;
  engine: Pick<RunEngine, 'tryAdvance'>;
  bus: Bus;
  disk: Disk;
  config: Pick<Config, 'caps' | 'partialDir'>;
}

export interface NewRun<Kind extends RunKind> {
  /** `null` for a kind that may have none. */
  projectId: string | null;
  input: InputOf<Kind>;
  /** The film's language. */
  language?: string | null;
  /**
   * Writes the run's subject, such as its project, after its credit is taken. Without a credit, nothing is
   * written.
   */
  writeFirst?: () => Promise<unknown>;
  /** The run that it retries. */
  retries?: RunRow;
}

/** A call that starts a run once per Idempotency-Key; see `once`. */
export interface StartCall {
  scope: string;
  key: string | undefined;
  request: unknown;
}

/**
 * Starts a run of any kind, in one transaction. `prepare` checks and freezes the request and calls `begin` at
 * most once, or returns the active run that does the same. After the commit, the user's pages are notified
 * and ready steps are enqueued; while Redis is unavailable, the reconciler does that later.
 * @throws AppError of `prepare`; `not_enough_credits`; `over_budget` of the API key; `unprocessable` or
 * `unavailable` without room for files
 */
export async function startRun<Kind extends RunKind, Answer extends { runId: string }>(
  { db, engine, bus, disk, config }: Starter,
  kind: Kind,
  { userId, keyId, call }: Caller & { call?: StartCall },
  prepare: (trx: Executor, begin: (run: NewRun<Kind>) => Promise<string>) => Promise<Answer>,
): Promise<Answer> {
  const { costsCredit, needsRoom } = KINDS[kind];
  let hasBegun = false;
  const { answer } = await transact({ db, bus }, (trx) => {
    const begin = async (run: NewRun<Kind>) => {
      if (needsRoom) await disk.refuseFull();
      const runId = await insertRun(trx, kind, { userId, ...(keyId && { keyId }), ...run });
      if (needsRoom) await refuseNoRoom(trx, config, userId);
      if (run.projectId) publishChange(trx, userId, run.projectId);
      hasBegun = true;
      return runId;
    };
    return once(trx, { userId, scope: kind, key: undefined, request: null, ...call }, () =>
      prepare(trx, begin),
    );
  });
  if (hasBegun && costsCredit) {
    bus.publish(userId, 'credits.changed', { totalCredits: (await readCredits(db, userId)).totalCredits });
  }
  await engine.tryAdvance(answer.runId);
  return answer;
}

/**
 * Inserts a run with its plan and its credit, in a transaction that may do other work too. After the commit,
 * the caller advances it.
 * @throws AppError `not_enough_credits`; `over_budget` of the API key
 */
export async function insertRun<Kind extends RunKind>(
  trx: Executor,
  kind: Kind,
  { userId, keyId, projectId, input, language = null, writeFirst, retries }: NewRun<Kind> & Caller,
): Promise<string> {
  const { costsCredit, waiting, begun, plan }: RunKindDefinition<unknown> = KINDS[kind];
  if (costsCredit && !(await takeCredit(trx, userId)))
    throw new AppError('not_enough_credits', NOT_ENOUGH_CREDITS);
  if (costsCredit && keyId) await refuseOverBudget(trx, keyId);
  await writeFirst?.();
  const run = await insertRunRow(trx, { kind, userId, projectId, language, input, ...waiting(input) });
  if (costsCredit) await reserveCredit(trx, userId, run.id, keyId);
  await begun(trx, run, retries);
  await insertSteps(trx, run.id, await plan(trx, input, userId));
  return run.id;
}

/**
 * Starts a new run with the input of a failed or cancelled one, whose artifacts are reused. One that costs a
 * credit takes it again, since the failed run returned its own.
 * @throws AppError `not_found`, `conflict` after it completed, or errors of `startRun`
 */
export async function retryRun(starter: Starter, caller: Caller, runId: string): Promise<string> {
  const { userId } = caller;
  const run = await findRunRow(starter.db, runId, userId);
  if (!run) throw new AppError('not_found', 'There is no such run.');
  const kind = kindOf(run);
  const answer = await startRun(starter, run.kind as RunKind, caller, async (trx, begin) => {
    const same = await kind.findSame(trx, run);
    if (same) return { runId: same };
    const old = await findRunRow(trx, runId, userId);
    if (old?.status === 'completed')
      throw new AppError('conflict', 'This run completed: there is nothing to retry.');
    const input = kind.inputOfRetry(kind.input.parse(run.input)) as InputOf<RunKind>;
    const { projectId, language } = run;
    return { runId: await begin({ projectId, input, language, retries: run }) };
  });
  return answer.runId;
}
