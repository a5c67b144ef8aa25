import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findActiveRuns } from '#node/repositories/runs.ts';
import { createVideos } from '../helpers/platform.ts';
import { openShop } from '../helpers/shop.ts';

/** Operations of one user in each of so many histories; MONEY_HISTORIES makes the long form. */
const HISTORIES = Number(process.env['MONEY_HISTORIES'] ?? 8);
const MOST_AT_ONCE = 12;

const shop = await openShop();
const { platform, app } = shop;
const [video] = await createVideos(platform, 1);

const operation = fc.constantFrom('buy', 'spend', 'cancel', 'spend again');

it('keeps balance, packs and ledger in step, whatever is bought, spent and cancelled at once', async () => {
  const history = fc.array(fc.array(operation, { minLength: 1, maxLength: MOST_AT_ONCE }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const user = await shop.newUser();
      const counted = { bought: 0, spent: 0, cancelled: 0 };
      const spend = async (key?: string) => {
        const answer = await app.inject({
          method: 'POST',
          url: '/api/projects/process',
          headers: { cookie: user.cookie, ...(key && { 'idempotency-key': key }) },
          payload: { videoIds: [video], projectTitle: 'x' },
        });
        expect([200, 402]).toContain(answer.statusCode);
        return answer.statusCode === 200;
      };
      for (const [index, round] of rounds.entries()) {
        const active = await findActiveRuns(platform.db, user.id);
        const repeated = { taken: false };
        await Promise.all(
          round.map(async (what) => {
            if (what === 'buy') {
              if ((await shop.buy(user, { packSize: 10 })).statusCode === 200) counted.bought += 10;
            } else if (what === 'spend') {
              if (await spend()) counted.spent += 1;
            } else if (what === 'spend again') {
              // The same intention, however often: one credit at most.
              if (await spend(`the-round-${index}`)) repeated.taken = true;
            } else if (active[0] && (await platform.engine.cancel(active[0].id, user.id))) {
              counted.cancelled += 1;
            }
          }),
        );
        if (repeated.taken) counted.spent += 1;
        const balance = await shop.balance(user);
        expect(balance).toBe(counted.bought - counted.spent + counted.cancelled);
        expect(balance).toBeGreaterThanOrEqual(0);
        const open = (await findActiveRuns(platform.db, user.id)).length;
        expect(open).toBe(counted.spent - counted.cancelled);
      }
    }),
    { numRuns: HISTORIES },
  );
});
