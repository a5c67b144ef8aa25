import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { creditLedgerSchema, type Credits } from '#contract/credits.ts';
import type { Backend } from '#core/backend.ts';
import { reserveCredit, takeCredit } from '#core/repositories/money/credits.ts';
import { openTestApp, openTestBackend } from '../services/backend.ts';
import { createUser } from './user.ts';
import { createProject } from './project.ts';

type User = Awaited<ReturnType<typeof createUser>>;

/** The file's own installation, and a buyer's actions there. */
export interface Shop {
  backend: Backend;
  app: FastifyInstance;
  newUser(): Promise<User>;
  buy(user: User | null, payload: object, key?: string): ReturnType<typeof postPurchase>;
  read<T>(user: User, path: string): Promise<T>;
  /** Returns the balance, after checking that ledger, packs and API agree with it. */
  balance(user: User): Promise<number>;
  purchasesOf(user: User): ReturnType<typeof findPurchases>;
}

const postPurchase = (app: FastifyInstance, user: User | null, payload: object, key?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/purchase-credits',
    headers: { ...(user && { cookie: user.cookie }), ...(key && { 'idempotency-key': key }) },
    payload,
  });

const findPurchases = ({ db }: Backend, user: User) =>
  db.selectFrom('purchases').selectAll().where('userId', '=', user.id).execute();

/** Await it at the top of a file: hooks registered by a hook never run. */
export async function openShop(env: Record<string, string> = {}): Promise<Shop> {
  const backend = await openTestBackend(env);
  const app = await openTestApp(backend);

  async function read<T>(user: User, path: string): Promise<T> {
    const answer = await app.inject({ url: path, headers: { cookie: user.cookie } });
    expect(answer.statusCode).toBe(200);
    return answer.json() as T;
  }

  return {
    backend,
    app,
    newUser: () => createUser(backend, { packs: [] }),
    buy: (user, payload, key) => postPurchase(app, user, payload, key),
    read,
    async balance(user) {
      const credits = await read<Credits>(user, '/api/user/credits');
      const ledger = creditLedgerSchema.parse(await read(user, '/api/user/credits/ledger'));
      const packs = credits.allPacks.reduce((sum, pack) => sum + pack.creditsRemaining, 0);
      const entries = ledger.reduce((sum, entry) => sum + entry.amount, 0);
      expect([packs, entries, ledger[0]?.balanceAfter ?? 0]).toEqual(Array(3).fill(credits.totalCredits));
      return credits.totalCredits;
    },
    purchasesOf: (user) => findPurchases(backend, user),
  };
}

/** Reserves credits for runs, as compilations do. */
export async function reserveCredits(
  backend: Backend,
  user: { id: string },
  count: number,
): Promise<string[]> {
  const runs: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { projectId } = await createProject(backend, user.id);
    const run = await backend.db
      .insertInto('runs')
      .values({ kind: 'processing', projectId, userId: user.id, status: 'failed' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await backend.db.transaction().execute(async (trx) => {
      expect(await takeCredit(trx, user.id)).toBe(true);
      await reserveCredit(trx, user.id, run.id);
    });
    runs.push(run.id);
  }
  return runs;
}
