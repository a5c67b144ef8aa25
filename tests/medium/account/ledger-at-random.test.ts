import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#core/db/database.ts';
import {
  addPack,
  captureCredit,
  releaseCredit,
  reserveCredit,
  takeCredit,
} from '#core/repositories/money/credits.ts';
import { lockRun } from '#core/repositories/runs/run-steps.ts';
import { createDatabase } from '../../helpers/services/database.ts';
import { createUser } from '../../helpers/data/user.ts';

/** The total number of operations. tests/soak/money.ts is the long form, with a million. */
const OPERATIONS = Number(process.env['MONEY_OPERATIONS'] ?? 1500);
const SEED = Number(process.env['MONEY_SEED'] ?? Math.floor(Math.random() * 2 ** 30));
/** The number of histories, each of another user, that run concurrently. */
const LANES = 4;

// A query whose connection is lost fails by itself. The database is dropped while the pool still closes its
// connections.
const db = openDatabase(await createDatabase(), () => {});
afterAll(() => db.destroy());

const operation = fc.record({
  what: fc.constantFrom('buy', 'spend', 'spend', 'spend', 'break off', 'capture', 'release', 'both'),
  /** Selects a run, if the operation is about one, or the size of the pack. */
  which: fc.nat(30),
});
const history = fc.array(fc.array(operation, { minLength: 1, maxLength: 40 }), {
  minLength: 1,
  maxLength: 12,
});
const figures = { operations: 0, histories: 0, bought: 0, spent: 0, refused: 0, captured: 0, released: 0 };

class BrokenOffError extends Error {}

async function live(rounds: { what: string; which: number }[][]): Promise<void> {
  const { id: userId } = await createUser({ db }, { packs: [] });
  const { id: projectId } = await db
    .insertInto('projects')
    .values({ userId, title: 'x', description: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const runs: string[] = [];
  let bought = 0;

  /**
   * Spends a credit as the start of a project does: the balance is checked first, and the rest follows in the
   * same transaction.
   */
  const spend = (breaksOff: boolean) =>
    db.transaction().execute(async (trx) => {
      if (!(await takeCredit(trx, userId))) return false;
      const id = randomUUID();
      const run = { id, kind: 'processing', projectId, userId, status: 'completed' };
      await trx.insertInto('runs').values(run).execute();
      await reserveCredit(trx, userId, id);
      if (breaksOff) throw new BrokenOffError();
      runs.push(id);
      return true;
    });
  /** Ends a run under its lock, as the product does. */
  const end = (id: string, how: typeof captureCredit) =>
    db.transaction().execute(async (trx) => {
      await lockRun(trx, id);
      await how(trx, id);
    });
  let balance = 0;

  for (const round of rounds) {
    const before = balance;
    const existingRuns = [...runs];
    const grown = round.some(({ what }) => ['buy', 'release', 'both'].includes(what));
    let [requested, charged] = [0, 0];
    await Promise.all(
      round.map(async ({ what, which }) => {
        figures.operations += 1;
        const run = existingRuns[which % Math.max(1, existingRuns.length)];
        if (what === 'buy') {
          const size = 1 + (which % 5);
          await db.transaction().execute((trx) => addPack(trx, userId, 'purchase', size));
          bought += size;
        } else if (what === 'spend') {
          requested += 1;
          if (await spend(false)) charged += 1;
        } else if (what === 'break off') {
          await spend(true).catch((error: unknown) => {
            if (!(error instanceof BrokenOffError)) throw error;
          });
        } else if (run) {
          const ends = { capture: [captureCredit], release: [releaseCredit] }[what];
          await Promise.all((ends ?? [releaseCredit, captureCredit]).map((how) => end(run, how)));
        }
      }),
    );
    figures.refused += requested - charged;
    // An available credit is never refused, and a missing one is never granted.
    expect(charged).toBe(grown ? charged : Math.min(requested, before));

    const { rows } = await sql<
      Record<'balance' | 'entries' | 'packs' | 'least' | 'released' | 'twice' | 'reserved', number>
    >`
      SELECT credits AS balance,
        (SELECT COALESCE(sum(amount), 0)::int FROM credit_entries WHERE user_id = users.id) AS entries,
        (SELECT COALESCE(sum(credits_remaining), 0)::int FROM credit_packs WHERE user_id = users.id) AS packs,
        (SELECT COALESCE(min(credits_remaining), 0) FROM credit_packs WHERE user_id = users.id) AS least,
        (SELECT count(*)::int FROM credit_entries WHERE user_id = users.id AND kind = 'release') AS released,
        (SELECT count(*)::int FROM (SELECT 1 FROM credit_entries WHERE user_id = users.id
           AND kind IN ('capture', 'release') GROUP BY run_id HAVING count(*) > 1) twice) AS twice,
        (SELECT count(*)::int FROM credit_entries WHERE user_id = users.id AND kind = 'reserve') AS reserved
      FROM users WHERE id = ${userId}`.execute(db);
    const { released, ...books } = rows[0]!;
    balance = bought - runs.length + released;
    expect(books).toEqual({
      balance,
      entries: balance,
      packs: balance,
      least: expect.toSatisfy((least) => (least as number) >= 0),
      twice: 0,
      reserved: runs.length,
    });
    expect(balance).toBeGreaterThanOrEqual(0);
  }
  const ends = await db
    .selectFrom('creditEntries')
    .select(['kind', (eb) => eb.fn.countAll<string>().as('count')])
    .where('userId', '=', userId)
    .where('kind', 'in', ['capture', 'release'])
    .groupBy('kind')
    .execute();
  for (const { kind, count } of ends) {
    figures[kind === 'capture' ? 'captured' : 'released'] += Number(count);
  }
  figures.histories += 1;
  figures.bought += bought;
  figures.spent += runs.length;
}

it('adds and takes each credit once, whatever happens concurrently', async () => {
  const lane = async (number: number) => {
    for (let seed = SEED + number; figures.operations < OPERATIONS; seed += LANES) {
      await fc.assert(fc.asyncProperty(history, live), { numRuns: 2, seed, endOnFailure: true });
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  console.log(JSON.stringify({ seed: SEED, ...figures }));
  expect(Math.min(figures.captured, figures.released, figures.refused)).toBeGreaterThan(0);
});
