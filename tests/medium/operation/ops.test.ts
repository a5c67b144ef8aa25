import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { storeUnmatchedPayment } from '#core/repositories/money/unmatched-payments.ts';
import { takeLock } from '../../../bin/lib/instance-lock.mjs';
import { Worker } from 'bullmq';
import { createUser } from '../../helpers/data/user.ts';
import { createStoredProject } from '../../helpers/data/stored-media.ts';
import { openOps } from '../../helpers/processes/ops.ts';

const { environment, backend, ops, begin } = await openOps();
const { db, config } = backend;
const scratch = await mkdtemp(join(tmpdir(), 'cutroom-ops-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));

it('prints its usage, and reports what was wrong with a command in one sentence', async () => {
  const help = await ops(['--help']);
  expect(help.code).toBe(0);
  for (const name of [
    'runs',
    'retry',
    'queues',
    'drain',
    'ledger-check',
    'payments',
    'gc',
    'backup',
    'restore',
  ]) {
    expect(help.text).toContain(`\n${name} `);
  }
  const wrong = [
    ['sweep'],
    ['runs', '--limit', 'many'],
    ['runs', '--status', 'lost'],
    ['runs', '--since', 'x'],
    ['retry'],
    ['retry', 'x'],
    ['backup'],
    ['gc', 'x'],
  ];
  for (const args of wrong) {
    const { code, lines } = await ops(args);
    expect([args, code, lines.length]).toEqual([args, 2, 1]);
  }
});

it('lists runs by user and status, and retries a failed one', async () => {
  const [person, other] = [await createUser(backend, { packs: [2] }), await createUser(backend)];
  const { runId } = await begin(person);
  await begin(other);
  expect((await ops(['runs'])).lines.length).toBeGreaterThan(2);
  const mine = await ops(['runs', '--user', person.email]);
  expect(mine.lines).toHaveLength(2);
  expect(mine.lines[1]).toMatch(
    new RegExp(`^${runId} .* processing +queued +0% +${person.email.slice(0, 10)}`),
  );
  expect((await ops(['runs', '--user', person.email, '--status', 'failed'])).text).toBe(
    'There is no such run.',
  );
  expect((await ops(['runs', '--limit', '1'])).lines).toHaveLength(2);

  await backend.engine.cancel(runId, person.id);
  const retried = await ops(['retry', runId]);
  expect(retried.code).toBe(0);
  const next = /[0-9a-f-]{36}/.exec(retried.text)![0];
  const row = await db
    .selectFrom('runs')
    .select(['status', 'userId'])
    .where('id', '=', next)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'queued', userId: person.id });
  expect(await ops(['retry', randomUUID()])).toMatchObject({ code: 1, text: 'There is no such run.' });
});

it('lists unmatched payments and refunds of spent credits, and settles a payment', async () => {
  expect((await ops(['payments'])).lines).toEqual([
    'Every payment matches a purchase.',
    'No refund is short of credits.',
  ]);
  const event = { provider: 'stripe', kind: 'paid', purchaseId: null, currency: 'usd' };
  const payment = { eventId: 'evt_1', ref: 'cs_1', amountCents: 1234, reason: 'it matches no purchase' };
  await storeUnmatchedPayment(db, { ...event, ...payment });
  const { id: userId } = await createUser(backend);
  await db
    .insertInto('purchases')
    .values({
      userId,
      provider: 'stripe',
      providerRef: 'cs_2',
      packSize: 10,
      amountCents: 999,
      owedCredits: 7,
    })
    .execute();
  const { text } = await ops(['payments']);
  expect(text).toMatch(/paid +12\.34 usd +stripe cs_1 +it matches no purchase\n/);
  expect(text).toMatch(/refund +7 of 10 +stripe cs_2$/);
  const id = /\n([0-9a-f-]{36}) .*cs_1/.exec(text)![1]!;
  expect(await ops(['payments', '--settle', id])).toMatchObject({ code: 0, text: 'The payment is settled.' });
  expect(await ops(['payments', '--settle', id])).toMatchObject({ code: 1 });
  expect((await ops(['payments', '--settle', 'x'])).code).toBe(2);
  expect((await ops(['payments'])).lines[0]).toBe('Every payment matches a purchase.');
  await db.deleteFrom('purchases').where('providerRef', '=', 'cs_2').execute();
});

it('shows the queues and their workers', async () => {
  const { runId } = await begin(await createUser(backend));
  await sql`UPDATE run_steps SET queued_at = now() - interval '90 minutes' WHERE run_id = ${runId} AND state = 'queued'`.execute(
    db,
  );
  const info = {
    queues: ['fetch'],
    transcriber: 'none',
    voice: 'none',
    translator: 'none',
    titles: 'none',
    warnings: [],
  };
  const retire = await announceWorker(backend.redis, config.redisPrefix, () => info, backend.log);
  const { lines, code } = await ops(['queues']);
  await retire();
  expect(code).toBe(0);
  expect(lines.find((line) => line.startsWith('fetch'))).toMatch(/^fetch +[1-9]\d* +1 h 30 min +0 +0 +1$/);
  expect(lines.find((line) => line.startsWith('render'))).toMatch(/^render +0 +- +0 +0 +0$/);
});

it('drains: running work is finished, nothing new starts, and it continues on request', async () => {
  const first = await begin(await createUser(backend));
  const startedRuns: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const url = new URL(config.redis.url);
  const connection = {
    host: url.hostname,
    port: Number(url.port),
    password: url.password,
    db: Number(url.pathname.slice(1)),
    maxRetriesPerRequest: null,
  };
  const worker = new Worker(
    'fetch',
    async (job) => {
      startedRuns.push((job.data as { runId: string }).runId);
      await finished;
    },
    { connection, prefix: config.redisPrefix, concurrency: 100 },
  );
  afterAll(() => worker.close());
  await expect.poll(() => startedRuns).toContain(first.runId);
  expect(await ops(['drain', '--timeout', '1'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('still running'),
  });
  finish();
  expect(await ops(['drain'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('no new ones start'),
  });
  const second = await begin(await createUser(backend));
  expect((await ops(['queues'])).text).toContain('Workers start no new steps');
  expect(startedRuns).not.toContain(second.runId);
  expect((await ops(['drain', '--resume'])).code).toBe(0);
  await expect.poll(() => startedRuns).toContain(second.runId);
});

it('finds every credit that is not accounted for', async () => {
  expect(await ops(['ledger-check'])).toMatchObject({ code: 0, text: 'Every credit is accounted for.' });
  const [person, other] = [await createUser(backend), await createUser(backend)];
  const { runId } = await begin(person);
  await db
    .updateTable('runs')
    .set({ status: 'failed', finishedAt: new Date() })
    .where('id', '=', runId)
    .execute();
  await db.updateTable('users').set({ credits: 6 }).where('id', '=', other.id).execute();
  const { code, lines } = await ops(['ledger-check']);
  expect(code).toBe(1);
  expect(lines).toEqual([
    `User ${other.id} has 6 credits, but the ledger has 5 and the packs have 5.`,
    `Run ${runId} is failed, but its credit was booked as: reserve.`,
    '2 problems were found.',
  ]);
  await db.updateTable('users').set({ credits: 5 }).where('id', '=', other.id).execute();
  await db.updateTable('runs').set({ status: 'queued', finishedAt: null }).where('id', '=', runId).execute();
});

it('reports what would be removed, then removes it', async () => {
  const person = await createUser(backend);
  const { projectId } = await createStoredProject(backend, person.id);
  await sql`UPDATE projects SET deleted_at = now() - interval '31 days' WHERE id = ${projectId}`.execute(db);
  const dry = await ops(['gc', '--dry-run', '--list']);
  expect([dry.code, dry.lines]).toEqual([0, expect.arrayContaining([`project ${projectId} 0`])]);
  expect(dry.text).toContain('WOULD GO');
  expect((await ops(['gc'])).text).toMatch(/^REMOVED/);
  expect((await ops(['gc'])).text).toBe('There is nothing to remove.');
});

it('finds the private stores of a running npm start, and reports if npm start is not running', async () => {
  const dataDir = join(scratch, 'data');
  await mkdir(dataDir);
  const run = async () => {
    const { DATABASE_URL: _d, REDIS_URL: _r, ...rest } = environment;
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...rest, DATA_DIR: dataDir };
    const child = spawn(process.execPath, ['--import', 'tsx', 'ops/ops.ts', 'ledger-check'], { env });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, text: text.trim() };
  };
  expect(await run()).toEqual({
    code: 2,
    text: expect.stringMatching(/^Cutroom is not running on \S+: run npm start first, or set DATABASE_URL/),
  });
  const lock = await takeLock(dataDir);
  if ('runningElsewhere' in lock) throw new Error('The folder is new.');
  const { DATABASE_URL, REDIS_URL } = environment as { DATABASE_URL: string; REDIS_URL: string };
  lock.setStores({ DATABASE_URL, REDIS_URL });
  expect(await run()).toEqual({ code: 0, text: 'Every credit is accounted for.' });
  lock.release();
});
