import { uuidSchema } from '#contract/primitives.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { retryRun } from '#core/runs/start-run.ts';
import { type Command, UsageError } from '../lib/command.ts';

export const retry: Command = {
  usage: '<runId>',
  summary: 'retries a failed or cancelled run, as its user could',
  arguments: 1,
  async run({ backend, print }, _values, [runId]) {
    if (!uuidSchema.safeParse(runId).success)
      throw new UsageError(`"${runId}" is not the ID of a run; the command runs lists them.`);
    const opened = await backend();
    const run = await findRun(opened.db, runId!);
    if (!run) {
      print('There is no such run.');
      return 1;
    }
    print(`Run ${await retryRun(opened, { userId: run.userId }, runId!)} retries it.`);
    return 0;
  },
};
