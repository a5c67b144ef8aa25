import { setSuspended } from '#core/repositories/people/operators.ts';
import type { Command } from '../lib/command.ts';
import { audit, findOneUser } from '../lib/people.ts';

export const suspend: Command = {
  usage: '<user> [--lift]',
  summary: 'signs a user out everywhere and refuses further sign-ins; --lift admits the user again',
  options: { lift: { type: 'boolean' } },
  arguments: 1,
  async run({ backend, print }, values, [user]) {
    const suspends = values['lift'] !== true;
    const { db, bus } = await backend();
    const userId = await findOneUser(db, user!);
    const changed = await db.transaction().execute(async (trx) => {
      await audit(trx, suspends ? 'suspend' : 'lift suspension', userId);
      return setSuspended(trx, userId, suspends);
    });
    // Also if the user was suspended before: a node may have missed the first message.
    if (suspends) bus.publish(userId, 'session.ended', { sessionId: null });
    if (!changed) print(suspends ? 'The user was suspended before.' : 'The user is not suspended.');
    else print(suspends ? 'The user is suspended.' : 'The user may sign in again.');
    return 0;
  },
};
