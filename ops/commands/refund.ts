import { uuidSchema } from '#contract/primitives.ts';
import { addPack, readCredits } from '#core/repositories/money/credits.ts';
import { lockBalance } from '#core/repositories/money/refunds.ts';
import { findSpender, markRefunded } from '#core/repositories/people/operators.ts';
import { type Command, UsageError } from '../lib/command.ts';
import { audit } from '../lib/people.ts';

/** Refunds of money are made at the payment provider, which reports them. */
export const refund: Command = {
  usage: '<runId>',
  summary: 'returns the credit that a finished run has spent, once',
  arguments: 1,
  async run({ backend, print }, _values, [runId]) {
    if (!uuidSchema.safeParse(runId).success) {
      throw new UsageError(`"${runId}" is not the ID of a run; the command runs lists them.`);
    }
    const { db, bus } = await backend();
    const userId = await findSpender(db, runId!);
    if (!userId) {
      print('This run has spent no credit.');
      return 1;
    }
    const total = await db.transaction().execute(async (trx) => {
      await lockBalance(trx, userId);
      if (!(await markRefunded(trx, await addPack(trx, userId, 'grant', 1), runId!))) {
        throw new Error('The credit of this run was returned before.');
      }
      await audit(trx, 'refund', userId, { runId });
      return (await readCredits(trx, userId)).totalCredits;
    });
    bus.publish(userId, 'credits.changed', { totalCredits: total });
    print(`The credit is returned: the user has ${total} credits now.`);
    return 0;
  },
};
