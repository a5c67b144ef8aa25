import { addPack, readCredits } from '#core/repositories/money/credits.ts';
import { lockBalance } from '#core/repositories/money/refunds.ts';
import { type Command, UsageError } from '../lib/command.ts';
import { audit, findOneUser } from '../lib/people.ts';

const MOST = 10_000;

export const grant: Command = {
  usage: '<user> <credits>',
  summary: 'gives a user credits; a user is an ID or an e-mail address',
  arguments: 2,
  async run({ backend, print }, _values, [user, amount]) {
    const credits = /^[1-9]\d{0,4}$/.test(amount!) ? Number(amount) : 0;
    if (credits === 0 || credits > MOST) {
      throw new UsageError(`The credits must be a whole number from 1 to ${MOST}.`);
    }
    const { db, bus } = await backend();
    const userId = await findOneUser(db, user!);
    const total = await db.transaction().execute(async (trx) => {
      await lockBalance(trx, userId);
      await addPack(trx, userId, 'grant', credits);
      await audit(trx, 'grant', userId, { credits });
      return (await readCredits(trx, userId)).totalCredits;
    });
    bus.publish(userId, 'credits.changed', { totalCredits: total });
    print(`The user has ${total} credits now.`);
    return 0;
  },
};
