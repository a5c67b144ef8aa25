import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { openDatabase } from '#core/db/database.ts';
import { migrateTo } from '#core/db/migrate.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openBackend } from '#core/backend.ts';
import { buildApp } from '../../../server/app.ts';
import { createDatabase } from '../../helpers/services/database.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { testEnvironment } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createStoredProject, storeUpload } from '../../helpers/data/stored-media.ts';
import { openOps } from '../../helpers/processes/ops.ts';

const { backend, app, ops, begin } = await openOps();
const { db } = backend;
const scratch = await mkdtemp(join(tmpdir(), 'cutroom-ops-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));
type Person = Awaited<ReturnType<typeof createUser>>;

/** Creates a user with a film, an upload in a section, and credits. */
async function fullProject() {
  const person = await createUser(backend, { packs: [3, 10] });
  const project = await createStoredProject(backend, person.id);
  const upload = await storeUpload(backend, { userId: person.id, projectId: project.projectId });
  await db
    .updateTable('sections')
    .set({
      objectId: upload.id,
      fetchKey: upload.fetchKey,
      scanKey: upload.scanKey,
      title: 'Quotes "\\\' \u2028 नमस्ते',
    })
    .where('id', '=', project.sections[0]!.id)
    .execute();
  const film = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251));
  await addFilm(backend, { userId: person.id, projectId: project.projectId, bytes: film });
  return { person, projectId: project.projectId, film };
}

/** Returns a user's view of a project, with its links replaced, since they are signed again each time. */
async function snapshotOf(on: FastifyInstance, person: Person, projectId: string) {
  const get = async (url: string) => {
    const answer = await on.inject({ url, headers: { cookie: person.cookie } });
    expect([url, answer.statusCode < 400]).toEqual([url, true]);
    return answer;
  };
  const readStable = async (url: string) =>
    JSON.parse((await get(url)).body.replaceAll(/\/media\/signed[^"]*/g, 'a signed link')) as unknown;
  const { headers } = await get(`/api/projects/${projectId}/download`);
  return {
    project: await readStable(`/api/projects/${projectId}`),
    clips: await readStable(`/api/projects/${projectId}/clips?language=en`),
    credits: await readStable('/api/user/credits'),
    film: (await get(headers.location!)).rawPayload,
  };
}

const folderOf = (name: string) => join(scratch, name);

// One test file, two installations: hooks must be registered at its top.
const targets: Record<string, string>[] = [];

for (let index = 0; index < 5; index += 1)
  targets.push(await testEnvironment({ DATABASE_URL: await createDatabase({ migrated: false }) }));

it('restores a backup in another installation, with everything as it was', async () => {
  const { person, projectId, film } = await fullProject();
  const { runId } = await begin(person);
  const before = await snapshotOf(app, person, projectId);
  const backup = await ops(['backup', folderOf('a')]);
  expect([backup.code, backup.text]).toEqual([
    0,
    expect.stringMatching(/^\d+ rows and \d+ files \(.*\) are in /),
  ]);
  expect(await ops(['backup', folderOf('a')])).toMatchObject({
    code: 2,
    text: expect.stringContaining('not empty'),
  });

  const target = targets[0]!;
  const restored = await ops(['restore', folderOf('a')], target);
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('have been restored') });
  const other = await openBackend(parseConfig(target), createLogger('silent', 'test'));
  const closers: (() => Promise<void>)[] = [];
  try {
    const there = await buildApp(other, undefined);
    closers.push(() => there.close());
    const after = await snapshotOf(there, person, projectId);
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
      // Reading an artifact marks it as used.
      const without = (rows: { row: string }[]) =>
        rows.map(({ row }) => row.replace(/"last_used_at": "[^"]*"/, ''));
      expect(without(await rowsOf(other.db))).toEqual(without(await rowsOf(db)));
    }
    // Active work continues, and new ledger entries follow the restored ones.
    expect(await other.engine.reconcile()).toBeGreaterThan(0);
    await other.engine.cancel(runId, person.id);
    expect((await ops(['ledger-check'], target)).code).toBe(0);
  } finally {
    for (const close of closers) await close();
    await other.close();
  }
  expect(await ops(['restore', folderOf('a')], target)).toMatchObject({
    code: 2,
    text: expect.stringContaining('is not empty'),
  });
});

it('makes a backup and what is restored from it inaccessible to other users', async () => {
  const { film } = await fullProject();
  const isOpen = async (path: string) => ((await stat(path)).mode & 0o077) !== 0;
  const openIn = async (folder: string) => {
    const names = await readdir(folder, { recursive: true });
    const open = await Promise.all(['.', ...names].map((name) => isOpen(join(folder, name))));
    return ['.', ...names].filter((_, index) => open[index]);
  };
  // An earlier version stored files that everybody could read.
  const { objectsDir } = backend.config;
  for (const name of await readdir(objectsDir, { recursive: true })) {
    const path = join(objectsDir, name);
    await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
  }
  const folder = folderOf('private');
  await mkdir(folder, { mode: 0o755 });
  await chmod(folder, 0o755);
  expect((await ops(['backup', folder])).code).toBe(0);
  expect(await openIn(folder)).toEqual([]);

  const target = targets[4]!;
  const objects = join(folder, 'objects');
  for (const name of await readdir(objects, { recursive: true })) {
    const path = join(objects, name);
    await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
  }
  expect((await ops(['restore', folder], target)).code).toBe(0);
  const restored = join(target['DATA_DIR']!, 'objects');
  const names = await readdir(restored, { recursive: true });
  const files = await Promise.all(names.map(async (name) => stat(join(restored, name))));
  expect(files.some(({ size }) => size === film.length)).toBe(true);
  expect(await openIn(restored)).toEqual([]);
});

it('migrates a backup of the previous version', async () => {
  const old = folderOf('old');
  const base = targets[1]!;
  // An installation of the first version, with one user.
  const first = openDatabase(base['DATABASE_URL']!, () => {});
  await migrateTo(first, '2026-11-21-first');
  const id = randomUUID();
  await sql`INSERT INTO users (id, email) VALUES (${id}, 'old@example.com')`.execute(first);
  expect((await ops(['backup', old], base)).code).toBe(0);
  await first.destroy();

  const target = targets[2]!;
  await mkdir(join(target['DATA_DIR']!, 'objects'), { recursive: true });
  // A newer version was already started here, without data.
  const ran = await openBackend(parseConfig(target), createLogger('silent', 'test'));
  await ran.close();
  expect((await ops(['restore', old], target)).text).toContain('have been restored');
  const now = await openBackend(parseConfig(target), createLogger('silent', 'test'));
  expect(await now.db.selectFrom('users').select('email').execute()).toEqual([{ email: 'old@example.com' }]);
  await now.close();
});

it('refuses incomplete, damaged and newer backups', async () => {
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
    manifest.replace('"0001-initial-schema"', '"0001-initial-schema", "9999-more"'),
  );
  await refused(/newer version/);
  await rm(join(good, 'manifest.json'));
  await refused(/no complete backup/);
  await writeFile(join(good, 'manifest.json'), manifest.replace(/("users": \{\s+"rows": )(\d+)/, '$199999'));
  await refused(/users.*damaged/);
  const [key] = await firstObject(good);
  await writeFile(join(good, 'manifest.json'), manifest);
  // Replaces the file, since the backup may share its blocks with the store.
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
