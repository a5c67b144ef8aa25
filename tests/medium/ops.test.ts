import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { openDatabase } from '#core/db/database.ts';
import { MIGRATION_NAMES, migrateTo } from '#core/db/migrate.ts';
import { createLogger } from '#core/logger.ts';
import { openBackend } from '#core/backend.ts';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { reserveCredit, takeCredit } from '#core/repositories/credits.ts';
import { keepUnmatchedPayment } from '#core/repositories/unmatched-payments.ts';
import { insertSteps } from '#core/repositories/run-steps.ts';
import { planProcessing } from '#core/runs/kinds/processing.ts';
import { takeLock } from '../../bin/lib/instance-lock.mjs';
import { Worker } from 'bullmq';
import { runOps } from '../../ops/run-ops.ts';
import { buildApp } from '../../server/app.ts';
import { createDatabase } from '../helpers/services/database.ts';
import { addFilm } from '../helpers/data/film.ts';
import { createVideos, openTestApp, testEnvironment } from '../helpers/services/backend.ts';
import { createUser } from '../helpers/data/user.ts';
import { createStoredProject, storeUpload } from '../helpers/data/stored-media.ts';
import { insertProject } from '#core/repositories/projects.ts';

const environment = await testEnvironment();
const backend = await openBackend(parseConfig(environment), createLogger('silent', 'test'));
afterAll(() => backend.close());
const app = await openTestApp(backend);
const { db, config } = backend;
const scratch = await mkdtemp(join(tmpdir(), 'cutroom-ops-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));

type Person = Awaited<ReturnType<typeof createUser>>;

async function ops(args: string[], env: Record<string, string> = environment) {
  const lines: string[] = [];
  const code = await runOps(args, env, (line) => lines.push(line));
  return { code, lines, text: lines.join('\n') };
}

/** A processing that a user paid for. */
async function begin(person: Person) {
  const [videoId] = await createVideos(backend, 1);
  const projectId = await insertProject(db, {
    userId: person.id,
    title: 'A project',
    description: '',
    videoIds: [videoId!],
  });
  const runId = await db.transaction().execute(async (trx) => {
    await takeCredit(trx, person.id);
    const { id } = await trx
      .insertInto('runs')
      .values({
        kind: 'processing',
        project_id: projectId,
        user_id: person.id,
        input: JSON.stringify({ videoIds: [videoId] }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await reserveCredit(trx, person.id, id);
    await insertSteps(trx, id, planProcessing([{ id: videoId!, durationMs: 1000 }]));
    return id;
  });
  await backend.engine.advance(runId);
  return { runId, projectId };
}

it('explains itself, and says in one sentence what was wrong with a command', async () => {
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

it('lists runs by user and status, and begins a failed one again', async () => {
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
    .select(['status', 'user_id'])
    .where('id', '=', next)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'queued', user_id: person.id });
  expect(await ops(['retry', randomUUID()])).toMatchObject({ code: 1, text: 'There is no such run.' });
});

it('lists payments that fit nothing and refunds of spent credits, and puts a payment away', async () => {
  expect((await ops(['payments'])).lines).toEqual([
    'Every payment fits a purchase.',
    'No refund lacks credits.',
  ]);
  const event = { provider: 'stripe', kind: 'paid', purchaseId: null, currency: 'usd' };
  const about = { eventId: 'evt_1', ref: 'cs_1', amountCents: 1234, reason: 'it is of no purchase of ours' };
  await keepUnmatchedPayment(db, { ...event, ...about });
  const { id: userId } = await createUser(backend);
  await db
    .insertInto('purchases')
    .values({
      user_id: userId,
      provider: 'stripe',
      provider_ref: 'cs_2',
      pack_size: 10,
      amount_cents: 999,
      owed_credits: 7,
    })
    .execute();
  const { text } = await ops(['payments']);
  expect(text).toMatch(/paid +12\.34 usd +stripe cs_1 +it is of no purchase of ours\n/);
  expect(text).toMatch(/refund +7 of 10 +stripe cs_2$/);
  const id = /\n([0-9a-f-]{36}) .*cs_1/.exec(text)![1]!;
  expect(await ops(['payments', '--settle', id])).toMatchObject({ code: 0, text: 'It is put away.' });
  expect(await ops(['payments', '--settle', id])).toMatchObject({ code: 1 });
  expect((await ops(['payments', '--settle', 'x'])).code).toBe(2);
  expect((await ops(['payments'])).lines[0]).toBe('Every payment fits a purchase.');
  await db.deleteFrom('purchases').where('provider_ref', '=', 'cs_2').execute();
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

it('drains: what is worked on is finished, nothing new is taken, and it goes on when told to', async () => {
  const first = await begin(await createUser(backend));
  const taken: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const url = new URL(config.redisUrl);
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
      taken.push((job.data as { runId: string }).runId);
      await finished;
    },
    { connection, prefix: config.redisPrefix, concurrency: 100 },
  );
  afterAll(() => worker.close());
  await expect.poll(() => taken).toContain(first.runId);
  expect(await ops(['drain', '--timeout', '1'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('still being worked on'),
  });
  finish();
  expect(await ops(['drain'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('nothing new is taken'),
  });
  const second = await begin(await createUser(backend));
  expect((await ops(['queues'])).text).toContain('Workers take nothing');
  expect(taken).not.toContain(second.runId);
  expect((await ops(['drain', '--resume'])).code).toBe(0);
  await expect.poll(() => taken).toContain(second.runId);
});

it('finds every credit that is not accounted for', async () => {
  expect(await ops(['ledger-check'])).toMatchObject({ code: 0, text: 'Every credit is accounted for.' });
  const [person, other] = [await createUser(backend), await createUser(backend)];
  const { runId } = await begin(person);
  await db
    .updateTable('runs')
    .set({ status: 'failed', finished_at: new Date() })
    .where('id', '=', runId)
    .execute();
  await db.updateTable('users').set({ credits: 6 }).where('id', '=', other.id).execute();
  const { code, lines } = await ops(['ledger-check']);
  expect(code).toBe(1);
  expect(lines).toEqual([
    `User ${other.id} has 6 credits, but the ledger says 5 and the packs hold 5.`,
    `Run ${runId} is failed, but its credit was booked as: reserve.`,
    '2 things are wrong.',
  ]);
  await db.updateTable('users').set({ credits: 5 }).where('id', '=', other.id).execute();
  await db.updateTable('runs').set({ status: 'queued', finished_at: null }).where('id', '=', runId).execute();
});

it('tells what would be removed, then removes it', async () => {
  const person = await createUser(backend);
  const { projectId } = await createStoredProject(backend, person.id);
  await sql`UPDATE projects SET deleted_at = now() - interval '31 days' WHERE id = ${projectId}`.execute(db);
  const dry = await ops(['gc', '--dry-run', '--list']);
  expect([dry.code, dry.lines]).toEqual([0, expect.arrayContaining([`project ${projectId} 0`])]);
  expect(dry.text).toContain('WOULD GO');
  expect((await ops(['gc'])).text).toMatch(/^REMOVED/);
  expect((await ops(['gc'])).text).toBe('There is nothing to remove.');
});

/** Somebody with a film, an upload in a section, and credits. */
async function fullProject() {
  const person = await createUser(backend, { packs: [3, 10] });
  const project = await createStoredProject(backend, person.id);
  const upload = await storeUpload(backend, { userId: person.id, projectId: project.projectId });
  await db
    .updateTable('sections')
    .set({
      object_id: upload.id,
      fetch_key: upload.fetchKey,
      scan_key: upload.scanKey,
      title: 'Quotes "\\\' \u2028 नमस्ते',
    })
    .where('id', '=', project.sections[0]!.id)
    .execute();
  const film = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251));
  await addFilm(backend, { userId: person.id, projectId: project.projectId, bytes: film });
  return { person, projectId: project.projectId, film };
}

/** What its user sees of a project; links are signed anew each time. */
async function look(on: FastifyInstance, person: Person, projectId: string) {
  const get = async (url: string) => {
    const answer = await on.inject({ url, headers: { cookie: person.cookie } });
    expect([url, answer.statusCode < 400]).toEqual([url, true]);
    return answer;
  };
  const seen = async (url: string) =>
    JSON.parse((await get(url)).body.replaceAll(/\/media\/signed[^"]*/g, 'a signed link')) as unknown;
  const { headers } = await get(`/api/projects/${projectId}/download`);
  return {
    project: await seen(`/api/projects/${projectId}`),
    clips: await seen(`/api/projects/${projectId}/clips?language=en`),
    credits: await seen('/api/user/credits'),
    film: (await get(headers.location!)).rawPayload,
  };
}

const folderOf = (name: string) => join(scratch, name);
// One file of tests, two installations: hooks must be registered at its top.
const targets: Record<string, string>[] = [];
for (let index = 0; index < 4; index += 1)
  targets.push(await testEnvironment({ DATABASE_URL: await createDatabase({ migrated: false }) }));

it('brings a backup into another installation, where everything is as it was', async () => {
  const { person, projectId, film } = await fullProject();
  const { runId } = await begin(person);
  const before = await look(app, person, projectId);
  const made = await ops(['backup', folderOf('a')]);
  expect([made.code, made.text]).toEqual([
    0,
    expect.stringMatching(/^\d+ rows and \d+ files \(.*\) are in /),
  ]);
  expect(await ops(['backup', folderOf('a')])).toMatchObject({
    code: 2,
    text: expect.stringContaining('not empty'),
  });

  const target = targets[0]!;
  const restored = await ops(['restore', folderOf('a')], target);
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('are back') });
  const other = await openBackend(parseConfig(target), createLogger('silent', 'test'));
  const closers: (() => Promise<void>)[] = [];
  try {
    const there = await buildApp(other, undefined);
    closers.push(() => there.close());
    const after = await look(there, person, projectId);
    expect(after).toEqual(before);
    expect(after.film.equals(film)).toBe(true);
    expect(after.project).toMatchObject({ id: projectId });
    expect((await ops(['ledger-check'], target)).code).toBe(0);
    for (const table of ['users', 'sections', 'artifacts', 'run_steps', 'credit_entries', 'section_texts']) {
      const rowsOf = async (from: typeof db) =>
        (
          await sql<{
            row: string;
          }>`SELECT to_jsonb(t)::text AS row FROM ${sql.table(table)} AS t ORDER BY 1`.execute(from)
        ).rows;
      // Looking at it marks what is looked at as used.
      const without = (rows: { row: string }[]) =>
        rows.map(({ row }) => row.replace(/"last_used_at": "[^"]*"/, ''));
      expect(without(await rowsOf(other.db))).toEqual(without(await rowsOf(db)));
    }
    // What was under way goes on, and new entries of the ledger come after the old ones.
    expect(await other.engine.reconcile()).toBeGreaterThan(0);
    await other.engine.cancel(runId, person.id);
    expect((await ops(['ledger-check'], target)).code).toBe(0);
  } finally {
    for (const close of closers) await close();
    await other.close();
  }
  expect(await ops(['restore', folderOf('a')], target)).toMatchObject({
    code: 2,
    text: expect.stringContaining('holds something already'),
  });
});

it('brings a backup of the version before up to date', async () => {
  const old = folderOf('old');
  const base = targets[1]!;
  // An installation of the first version, with somebody in it.
  const first = openDatabase(base['DATABASE_URL']!, () => {});
  await migrateTo(first, MIGRATION_NAMES[0]!);
  const id = randomUUID();
  await sql`INSERT INTO users (id, email) VALUES (${id}, 'old@example.com')`.execute(first);
  expect((await ops(['backup', old], base)).code).toBe(0);
  await first.destroy();

  const target = targets[2]!;
  await mkdir(join(target['DATA_DIR']!, 'objects'), { recursive: true });
  // Here a newer version ran already, without anything in it.
  const ran = await openBackend(parseConfig(target), createLogger('silent', 'test'));
  await ran.close();
  expect((await ops(['restore', old], target)).text).toContain('are back');
  const now = await openBackend(parseConfig(target), createLogger('silent', 'test'));
  expect(await now.db.selectFrom('users').select('email').execute()).toEqual([{ email: 'old@example.com' }]);
  await now.close();
});

it('refuses what is no whole backup, what is damaged, and what is newer', async () => {
  const target = targets[3]!;
  const good = folderOf('b');
  expect((await ops(['backup', good])).code).toBe(0);
  const manifest = await readFile(join(good, 'manifest.json'), 'utf8');
  const refused = async (why: RegExp) => {
    const { code, text } = await ops(['restore', good], target);
    expect([text, code > 0]).toEqual([expect.stringMatching(why), true]);
  };
  await writeFile(
    join(good, 'manifest.json'),
    manifest.replace('"2026-11-21-first",', '"2026-11-21-first", "2030-01-01-more",'),
  );
  await refused(/newer version/);
  await rm(join(good, 'manifest.json'));
  await refused(/no whole backup/);
  await writeFile(join(good, 'manifest.json'), manifest.replace(/("users": \{\s+"rows": )(\d+)/, '$199999'));
  await refused(/users.*damaged/);
  const [key] = await firstObject(good);
  await writeFile(join(good, 'manifest.json'), manifest);
  // A name of its own: the backup may share its blocks with the store.
  await rm(join(good, 'objects', key!));
  await refused(/damaged/);
  expect((await ops(['restore', folderOf('none')], target)).code).toBe(2);
});

async function firstObject(folder: string): Promise<string[]> {
  const lines = gunzipSync(await readFile(join(folder, 'objects.jsonl.gz')))
    .toString()
    .trim()
    .split('\n');
  return lines.map((line) => (JSON.parse(line) as { key: string }).key);
}

it('finds the private stores of what npm start runs, and says when nothing does', async () => {
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
    text: expect.stringMatching(/^Nothing runs on \S+: run npm start first, or set DATABASE_URL/),
  });
  const lock = await takeLock(dataDir);
  if ('runningElsewhere' in lock) throw new Error('The folder is new.');
  const { DATABASE_URL, REDIS_URL } = environment as { DATABASE_URL: string; REDIS_URL: string };
  lock.setStores({ DATABASE_URL, REDIS_URL });
  expect(await run()).toEqual({ code: 0, text: 'Every credit is accounted for.' });
  lock.release();
});
