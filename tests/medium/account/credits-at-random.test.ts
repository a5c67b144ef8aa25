import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { assembleSections } from '#contract/jobs/processing.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { createVideos } from '../../helpers/services/backend.ts';
import { openShop } from '../../helpers/data/shop.ts';

/** The total number of operations. tests/soak/money.ts is the long form, with a million. */
const OPERATIONS = Number(process.env['MONEY_OPERATIONS'] ?? 250);
const SEED = Number(process.env['MONEY_SEED'] ?? Math.floor(Math.random() * 2 ** 30));
/** The number of histories, each of another user, that run concurrently. */
const LANES = 3;
const GOAL = assembleSections.name;

const shop = await openShop();
const { backend, app } = shop;
const { db, engine } = backend;
// No worker runs: queued jobs would only cost time and memory.
vi.spyOn(backend.queues, 'enqueue').mockResolvedValue();
const [video] = await createVideos(backend, 1);
const artifact = { key: 'a'.repeat(64), job: GOAL, version: assembleSections.version, ownerId: null };
await insertArtifact(db, { ...artifact, data: { sections: [], notices: [] }, files: [] });

/** The ways in which a run can end. Several of them compete for each run. */
const ENDS: Record<string, (runId: string, userId: string) => Promise<unknown>> = {
  cancel: (runId, userId) => engine.cancel(runId, userId),
  async fail(runId) {
    const ref = { runId, step: 'fetch-media-0' };
    if (await engine.begin(ref)) await engine.fail(ref, { code: 'gone', message: 'Gone.', retry: 'never' });
  },
  async finish(runId) {
    const steps = db.updateTable('runSteps').where('runId', '=', runId);
    await steps.set({ state: 'done' }).where('key', '<>', GOAL).execute();
    await steps.set({ state: 'active' }).where('key', '=', GOAL).where('state', '=', 'waiting').execute();
    await engine.complete({ runId, step: GOAL }, { key: artifact.key, reused: false });
  },
};

const operation = fc.record({
  what: fc.constantFrom('buy', 'buy again', 'spend', 'spend', 'spend again', 'retry', ...Object.keys(ENDS)),
  /** Selects one of the user's runs, if the operation is about a run. */
  which: fc.nat(3),
});
const history = fc.array(fc.array(operation, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 5,
});
const figures = { operations: 0, histories: 0, bought: 0, spent: 0, refused: 0, captured: 0, released: 0 };

/** Simulates a user: rounds of concurrent operations, after each of which the ledger is checked. */
async function live(rounds: { what: string; which: number }[][]): Promise<void> {
  const user = await shop.newUser();
  const paid = new Set<string>();
  let bought = 0;
  const post = async (url: string, payload: object, key?: string) => {
    const headers = { cookie: user.cookie, ...(key && { 'idempotency-key': key }) };
    const answer = await app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode).toBeOneOf([200, 402, 409]);
    if (answer.statusCode === 402) figures.refused += 1;
    return answer;
  };
  const spend = async (key?: string) => {
    const answer = await post('/api/projects/process', { videoIds: [video], projectTitle: 'x' }, key);
    if (answer.statusCode === 200) paid.add(answer.json().runId);
  };
  const readRuns = () =>
    db
      .selectFrom('runs')
      .select(['id', 'status'])
      .where('userId', '=', user.id)
      .orderBy('createdAt')
      .execute();

  for (const [index, round] of rounds.entries()) {
    const runs = await readRuns();
    const repeated = { bought: false };
    await Promise.all(
      round.map(async ({ what, which }) => {
        const run = runs.at(-1 - which);
        figures.operations += 1;
        if (what === 'buy') {
          if ((await shop.buy(user, { packSize: 10 })).statusCode === 200) bought += 10;
        } else if (what === 'buy again') {
          // The same purchase is sent several times: it adds at most one pack and one credit.
          const answer = await shop.buy(user, { packSize: 10 }, `the-pack-of-${index}`);
          repeated.bought ||= answer.statusCode === 200;
        } else if (what === 'spend') await spend();
        else if (what === 'spend again') await spend(`the-round-${index}`);
        else if (run && what === 'retry') {
          const answer = await post(`/api/runs/${run.id}/retry`, {});
          if (answer.statusCode === 200) paid.add(answer.json().id);
        } else if (run) await ENDS[what]!(run.id, user.id);
      }),
    );
    if (repeated.bought) bought += 10;

    const now = await readRuns();
    expect(now.map(({ id }) => id).sort()).toEqual([...paid].sort());
    const back = now.filter(({ status }) => status === 'failed' || status === 'cancelled').length;
    const balance = await shop.balance(user);
    expect(balance).toBe(bought - paid.size + back);
    expect(balance).toBeGreaterThanOrEqual(0);
    const entries = await db
      .selectFrom('creditEntries')
      .select(['runId', 'kind'])
      .where('userId', '=', user.id)
      .where('runId', 'is not', null)
      .execute();
    for (const { id, status } of now) {
      const kinds = entries.filter(({ runId }) => runId === id).map(({ kind }) => kind);
      const end = { completed: ['capture'], failed: ['release'], cancelled: ['release'] }[status] ?? [];
      expect([status, kinds.sort()]).toEqual([status, [...end, 'reserve']]);
    }
    if (index < rounds.length - 1) continue;
    figures.histories += 1;
    figures.bought += bought;
    figures.spent += paid.size;
    figures.released += back;
    figures.captured += now.filter(({ status }) => status === 'completed').length;
  }
}

it('keeps balance, packs and ledger consistent across concurrent purchases, runs, retries and ends', async () => {
  const sawAll = () => Math.min(figures.captured, figures.released, figures.refused) > 0;
  const lane = async (number: number) => {
    for (let seed = SEED + number; figures.operations < OPERATIONS || !sawAll(); seed += LANES) {
      await fc.assert(fc.asyncProperty(history, live), { numRuns: 5, seed, endOnFailure: true });
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  console.log(JSON.stringify({ seed: SEED, ...figures }));
  expect(sawAll()).toBe(true);
});
