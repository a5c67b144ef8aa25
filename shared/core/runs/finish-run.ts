import { TERMINAL_EVENT } from '#contract/events.ts';
import { publishAfterCommit } from '../bus/transact.ts';
import type { Executor } from '../db/database.ts';
import { captureCredit, releaseCredit } from '../repositories/money/credits.ts';
import { type Caps, orUndo, OverCapError } from '../repositories/account/holdings.ts';
import { publishChange } from '../repositories/projects/projects.ts';
import type { RunRow, StepRow } from '../repositories/runs/run-steps.ts';
import { endRun, type OwnedRun } from '../repositories/runs/runs.ts';
import { recordRunEnd } from '../repositories/webhooks/events.ts';
import { kindOf } from './kinds/all.ts';

type Failure = { status: 'failed' | 'cancelled'; code: string; message: string };

/** The parameters of a run's end. */
interface Finisher {
  /** The caps of one account. */
  caps: Caps;
  /** Stores the mail about an ended run. */
  storeMail(trx: Executor, ended: OwnedRun): Promise<void>;
}

/**
 * Ends a locked run, with the effects of its kind and on its credit. Returns `undefined` if it had already
 * ended. A completed run fails if its account would exceed its caps. The end is published after the commit.
 */
export async function finishRun(
  trx: Executor,
  { caps, storeMail }: Finisher,
  run: RunRow,
  steps: StepRow[],
  how: { status: 'completed' } | Failure,
): Promise<OwnedRun | undefined> {
  const ended =
    how.status === 'completed' ? await complete(trx, caps, run, steps) : await giveUp(trx, run, how);
  if (!ended) return undefined;
  await storeMail(trx, ended);
  await recordRunEnd(trx, ended);
  const { userId, run: view } = ended;
  publishAfterCommit(trx, userId, TERMINAL_EVENT[view.status as keyof typeof TERMINAL_EVENT], { run: view });
  // The run's end comes first, whatever it edited.
  if (view.projectId) publishChange(trx, userId, view.projectId);
  return ended;
}

async function complete(trx: Executor, caps: Caps, run: RunRow, steps: StepRow[]) {
  const kind = kindOf(run);
  const result = await orUndo(trx, async () => {
    if (kind.costsCredit) await captureCredit(trx, run.id);
    return kind.completed(trx, run, steps, caps);
  });
  if (result instanceof OverCapError) {
    return giveUp(trx, run, { status: 'failed', code: 'over_cap', message: result.message });
  }
  return endRun(trx, run.id, { status: 'completed', ...result });
}

async function giveUp(trx: Executor, run: RunRow, { status, code, message }: Failure) {
  const kind = kindOf(run);
  await kind.ended(trx, run);
  if (kind.costsCredit) await releaseCredit(trx, run.id);
  return endRun(trx, run.id, { status, message, errorCode: code });
}
