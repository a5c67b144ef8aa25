import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { joinFilm, translateSection } from '#contract/jobs/generation.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { insertSteps } from '#core/repositories/run-steps.ts';
import { planProcessing } from '#core/runs/kinds/processing.ts';
import { holdRetentionLock } from '#core/repositories/retention/lock.ts';
import { collect } from '#core/retention/collect.ts';
import type { Report } from '#core/retention/report.ts';
import { addFilm } from '../helpers/data/film.ts';
import { openTestApp, openTestBackend } from '../helpers/services/backend.ts';
import { createUser } from '../helpers/data/user.ts';
import { createProject } from '../helpers/data/project.ts';
import {
  createStoredProject,
  hashOf,
  keepFile,
  makeMedia,
  passDays,
  storeUpload,
} from '../helpers/data/stored-media.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db, storage, config } = backend;
const DAY_MS = 86_400_000;

type Person = Awaited<ReturnType<typeof createUser>>;

/** Says first what would go, then lets it go: the two must be the same, and the first must change nothing. */
async function collectBoth(
  limits: Partial<typeof config.retention> = {},
  now?: () => number,
): Promise<Report> {
  const parts = { ...backend, config: { ...config, retention: { ...config.retention, ...limits } } };
  const options = now ? { now } : {};
  const before = await everything();
  const told = (await collect(parts, { ...options, dryRun: true }))!;
  expect(await everything()).toEqual(before);
  const report = (await collect(parts, options))!;
  const sorted = ({ items, ...rest }: Report) => ({
    items: items.map((i) => JSON.stringify(i)).toSorted(),
    ...rest,
  });
  expect(sorted(report)).toEqual(sorted(told));
  const again = await collect(parts, options);
  expect(again).toEqual({ items: [], rows: {}, missing: report.missing });
  return report;
}

/** Every row of every table, and every file. */
async function everything() {
  const { rows } = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' ORDER BY 1`.execute(db);
  const tables: Record<string, string[]> = {};
  for (const { name } of rows) {
    const found = await sql<{
      row: string;
    }>`SELECT to_jsonb(t)::text AS row FROM ${sql.table(name)} AS t`.execute(db);
    tables[name] = found.rows.map(({ row }) => row).toSorted();
  }
  const files: string[] = [];
  for await (const { key } of storage.listFiles('')) files.push(key);
  return { tables, files };
}

const gone = ({ items }: Report) => new Set(items.map(({ id }) => id));
const hasArtifact = async (key: string) =>
  (await db.selectFrom('artifacts').select('key').where('key', '=', key).execute()).length === 1;
const isThere = async (objectKey: string) => existsSync(await storage.localPath(objectKey));

const call = (person: Person, method: 'GET' | 'POST' | 'DELETE' | 'PATCH', url: string, payload?: object) =>
  app.inject({ method, url, headers: { cookie: person.cookie }, ...(payload && { payload }) });

async function download(person: Person, projectId: string): Promise<string> {
  const { headers } = await call(person, 'GET', `/api/projects/${projectId}/download`);
  return (await call(person, 'GET', headers.location!)).body;
}

async function inSection(projectId: string, upload: { id: string; fetchKey: string; scanKey: string }) {
  const { id } = await db
    .insertInto('sections')
    .values({
      project_id: projectId,
      kind: 'custom',
      position: 9,
      title: 'Own',
      object_id: upload.id,
      fetch_key: upload.fetchKey,
      scan_key: upload.scanKey,
      start_ms: 0,
      end_ms: 20_000,
      start_reason: 'start',
      end_reason: 'end',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What can be made again, of a job, last used so many days ago. */
async function makeCached(
  job: 'fetch-media' | 'translate-section',
  days: number,
  ownerId: string | null = null,
) {
  const key = hashOf(randomUUID());
  const make = async (dir: string) => {
    await writeFile(join(dir, 'f'), key);
    return { data: { sha256: key, bytes: 64, fileName: 'f', text: key }, files: ['f'] };
  };
  if (job === 'fetch-media') await backend.artifacts.build(fetchMedia, key, ownerId, make);
  else await backend.artifacts.build(translateSection, key, ownerId, make);
  await sql`UPDATE artifacts SET last_used_at = now() - make_interval(secs => ${days * 86_400}::double precision)
    WHERE key = ${key}`.execute(db);
  const row = await db
    .selectFrom('artifacts')
    .select('files')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return { key, file: (row.files as { objectKey: string }[])[0]!.objectKey };
}

async function activeRun(person: Person, projectId: string, videoId: string) {
  const { id } = await db
    .insertInto('runs')
    .values({ kind: 'processing', project_id: projectId, user_id: person.id, input: '{"videoIds":[]}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertSteps(db, id, planProcessing([{ id: videoId, durationMs: 1000 }]));
  return id;
}
const endRun = (id: string) =>
  db.updateTable('runs').set({ status: 'cancelled', finished_at: new Date() }).where('id', '=', id).execute();

it('purges a project deleted over 30 days ago with what only it used, and none deleted later', async () => {
  const person = await createUser(backend);
  const old = await createStoredProject(backend, person.id);
  const upload = await storeUpload(backend, { userId: person.id, projectId: old.projectId });
  await inSection(old.projectId, upload);
  await addFilm(backend, { userId: person.id, projectId: old.projectId, bytes: Buffer.from('an old film') });
  const young = await createStoredProject(backend, person.id);
  await addFilm(backend, {
    userId: person.id,
    projectId: young.projectId,
    bytes: Buffer.from('a young film'),
  });
  await call(person, 'DELETE', `/api/projects/${old.projectId}`);
  await passDays(backend, 2);
  await call(person, 'DELETE', `/api/projects/${young.projectId}`);
  await passDays(backend, 29);

  const report = await collectBoth({ cacheMaxDays: 0, sourcesMaxDays: 0 });

  expect(gone(report)).toEqual(
    new Set([old.projectId, upload.id, upload.fetchKey, upload.scanKey, hashOf('an old film')]),
  );
  expect(await isThere(upload.objectKey)).toBe(false);
  expect(await db.selectFrom('videos').select('id').where('owner_id', '=', person.id).execute()).toEqual([]);
  // What is everybody's stays for the limits.
  expect(await hasArtifact(old.fetchKey)).toBe(true);
  expect((await call(person, 'POST', `/api/projects/${old.projectId}/restore`)).statusCode).toBe(404);
  expect((await call(person, 'POST', `/api/projects/${young.projectId}/restore`)).statusCode).toBe(204);
  expect(await download(person, young.projectId)).toBe('a young film');
});

it('keeps the media that a duplicate shares with a purged project, until the duplicate goes too', async () => {
  const person = await createUser(backend);
  const original = await createStoredProject(backend, person.id);
  const upload = await storeUpload(backend, { userId: person.id, projectId: original.projectId });
  await inSection(original.projectId, upload);
  const copied = (await call(person, 'POST', `/api/projects/${original.projectId}/duplicate`)).json() as {
    projectId: string;
  };
  await call(person, 'DELETE', `/api/projects/${original.projectId}`);
  await passDays(backend, 31);

  const first = gone(await collectBoth());
  expect([first.has(original.projectId), first.has(upload.id), first.has(upload.fetchKey)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([await isThere(upload.objectKey), await hasArtifact(upload.scanKey)]).toEqual([true, true]);
  expect((await call(person, 'GET', `/api/projects/${copied.projectId}`)).statusCode).toBe(200);

  await call(person, 'DELETE', `/api/projects/${copied.projectId}`);
  await passDays(backend, 31);
  const second = gone(await collectBoth());
  expect([second.has(copied.projectId), second.has(upload.fetchKey), second.has(upload.scanKey)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await isThere(upload.objectKey)).toBe(false);
});

it('keeps what nothing but an undo can bring back', async () => {
  const person = await createUser(backend);
  const original = await createStoredProject(backend, person.id);
  const upload = await storeUpload(backend, { userId: person.id, projectId: original.projectId });
  const replace = (sectionId: string, { id }: { id: string }) =>
    call(person, 'PATCH', `/api/sections/${sectionId}/update`, { videoURL: `/objects/${id}` });
  expect((await replace(original.sections[0]!.id, upload)).statusCode).toBe(200);
  const { projectId } = (await call(person, 'POST', `/api/projects/${original.projectId}/duplicate`)).json();
  await call(person, 'DELETE', `/api/projects/${original.projectId}`);
  await passDays(backend, 31);
  await collectBoth({ cacheMaxDays: 1, sourcesMaxDays: 1 });
  // The original's upload is gone; the duplicate's row of it is all that names its media, until another is shown.
  const first = () =>
    db
      .selectFrom('sections')
      .select(['id', 'fetch_key', 'scan_key'])
      .where('project_id', '=', projectId)
      .orderBy('position')
      .executeTakeFirstOrThrow();
  const before = await first();
  expect(before).toMatchObject({ fetch_key: upload.fetchKey, scan_key: upload.scanKey });
  const other = await storeUpload(backend, { userId: person.id, projectId });
  expect((await replace(before.id, other)).statusCode).toBe(200);
  await passDays(backend, 60);
  await collectBoth({ cacheMaxDays: 1, sourcesMaxDays: 1 });
  await call(person, 'POST', `/api/projects/${projectId}/undo`);
  expect(await first()).toEqual(before);
  expect(await isThere(upload.objectKey)).toBe(true);
});

it('purges sections deleted over 30 days ago alone', async () => {
  const person = await createUser(backend);
  const { projectId, sections } = await createStoredProject(backend, person.id);
  const [old, young, living] = sections.map(({ id }) => id) as [string, string, string];
  await call(person, 'DELETE', `/api/sections/${old}`);
  await passDays(backend, 2);
  await call(person, 'DELETE', `/api/sections/${young}`);
  await passDays(backend, 29);
  const { items } = await collectBoth();
  expect(items.filter(({ kind }) => kind === 'section').map(({ id }) => id)).toEqual([old]);
  const left = await db.selectFrom('sections').select('id').where('project_id', '=', projectId).execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual([young, living].toSorted());
  expect((await call(person, 'POST', `/api/sections/${young}/restore`)).statusCode).toBe(200);
});

it('drops uploads that nobody came to use, and none that a section, an undo or a run may want', async () => {
  const person = await createUser(backend);
  const { projectId, videoId, sections } = await createStoredProject(backend, person.id);
  const here = { userId: person.id, projectId };
  const [unused, used, undoable, young] = [
    await storeUpload(backend, here),
    await storeUpload(backend, here),
    await storeUpload(backend, here),
    await storeUpload(backend, here),
  ];
  await inSection(projectId, used);
  const replaced = await call(person, 'PATCH', `/api/sections/${sections[0]!.id}/update`, {
    videoURL: `/objects/${undoable.id}`,
  });
  expect(replaced.statusCode).toBe(200);
  await call(person, 'POST', `/api/projects/${projectId}/undo`);
  const failed = async (days: number) => {
    const { id } = await db
      .insertInto('objects')
      .values({
        user_id: person.id,
        project_id: projectId,
        file_name: 'x',
        created_at: new Date(Date.now() - days * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  await db
    .updateTable('objects')
    .set({ created_at: new Date(Date.now() - 8 * DAY_MS) })
    .where('id', 'in', [unused.id, used.id, undoable.id])
    .execute();
  await db
    .updateTable('objects')
    .set({ created_at: new Date(Date.now() - 6 * DAY_MS) })
    .where('id', '=', young.id)
    .execute();
  const neverSent = [await failed(0.9), await failed(1.1)];

  const run = await activeRun(person, projectId, videoId);
  expect((await collectBoth()).items).toEqual([]);
  await endRun(run);

  expect(gone(await collectBoth())).toEqual(
    new Set([unused.id, unused.fetchKey, unused.scanKey, neverSent[1]]),
  );
  expect(await isThere(unused.objectKey)).toBe(false);
  // Redone, it plays: its scan was kept with it.
  await passDays(backend, 60);
  await collectBoth();
  expect((await call(person, 'POST', `/api/projects/${projectId}/redo`)).statusCode).toBe(200);
  const section = await db
    .selectFrom('sections')
    .select(['object_id', 'fetch_key', 'scan_key'])
    .where('id', '=', sections[0]!.id)
    .executeTakeFirst();
  expect(section).toEqual({
    object_id: undoable.id,
    fetch_key: undoable.fetchKey,
    scan_key: undoable.scanKey,
  });
});

it('lets go what was not used for the days that are set, unless something needs it', async () => {
  const person = await createUser(backend);
  const { projectId, videoId, fetchKey, scanKey } = await createStoredProject(backend, person.id);
  const running = await createProject(backend, person.id);
  const planned = await makeMedia(backend);
  await db
    .updateTable('videos')
    .set({ fetch_key: planned.fetchKey })
    .where('id', '=', running.videoId)
    .execute();
  const runId = await activeRun(person, running.projectId, running.videoId);
  await addFilm(backend, { userId: person.id, projectId, bytes: Buffer.from('the film') });
  const made = await makeCached('translate-section', 0, person.id);
  await db.updateTable('run_steps').set({ artifact_key: made.key }).where('run_id', '=', runId).execute();
  await passDays(backend, 100);
  const cached = {
    old: await makeCached('translate-section', 10.1),
    young: await makeCached('translate-section', 9.9),
  };
  const source = { old: await makeCached('fetch-media', 20.1), young: await makeCached('fetch-media', 19.9) };
  await db.updateTable('videos').set({ fetch_key: source.old.key }).where('id', '=', videoId).execute();

  expect(
    (await collectBoth({ cacheMaxDays: 0, sourcesMaxDays: 0 })).items.filter(({ kind }) => kind !== 'upload'),
  ).toEqual([]);
  const went = gone(await collectBoth({ cacheMaxDays: 10, sourcesMaxDays: 20 }));

  for (const { key, file } of [cached.old, source.old]) {
    expect(went).toContain(key);
    expect([await hasArtifact(key), await isThere(file)]).toEqual([false, false]);
  }
  for (const { key, file } of [cached.young, source.young]) {
    expect([await hasArtifact(key), await isThere(file)]).toEqual([true, true]);
  }
  const kept = [fetchKey, scanKey, planned.fetchKey, planned.scanKey, made.key, hashOf('the film')];
  expect(kept.filter((key) => went.has(key))).toEqual([]);
  expect(await db.selectFrom('videos').select('fetch_key').where('id', '=', videoId).execute()).toEqual([
    { fetch_key: null },
  ]);
  await endRun(runId);
  const later = gone(await collectBoth({ cacheMaxDays: 10, sourcesMaxDays: 20 }));
  expect([made.key, planned.fetchKey, planned.scanKey].every((key) => later.has(key))).toBe(true);
});

it('holds what can be made again to its size: the longest unused goes first, what is in use stays', async () => {
  await collectBoth({ cacheMaxDays: 1, sourcesMaxDays: 1 });
  const person = await createUser(backend);
  const { fetchKey } = await createStoredProject(backend, person.id);
  await passDays(backend, 0.5);
  const made = [];
  for (const days of [0.4, 0.3, 0.2, 0.1, 0]) made.push(await makeCached('translate-section', days));
  const keys = made.map(({ key }) => key);
  // Each has 64 bytes.
  const over = async (cacheMaxBytes: number) => {
    const went = gone(await collectBoth({ cacheMaxBytes }));
    return keys.filter((key) => went.has(key));
  };
  expect(await over(3 * 64)).toEqual(keys.slice(0, 2));
  expect(await over(1)).toEqual(keys.slice(2, 4));
  // A worker may be about to use what was used this hour.
  expect([await hasArtifact(keys[4]!), await hasArtifact(fetchKey)]).toEqual([true, true]);
});

it('lets rows go that served their time, and their neighbours stay', async () => {
  const person = await createUser(backend);
  const { projectId } = await createProject(backend, person.id);
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  await db.deleteFrom('runs').execute();
  for (const days of [40, 35, 1]) {
    const { id } = await db
      .insertInto('runs')
      .values({
        kind: 'generation',
        project_id: projectId,
        user_id: person.id,
        status: 'completed',
        input: '{"sections":[]}',
        created_at: ago(days),
        finished_at: ago(days),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertSteps(db, id, [
      { key: 'join-film', job: joinFilm.name, input: {}, dependsOn: [], weight: 1 },
    ]);
  }
  const mail = (days: number, sent: boolean, tries = 1) => ({
    user_id: person.id,
    recipient: person.email,
    subject: 's',
    body: `${days} ${sent} ${tries}`,
    tries,
    created_at: ago(days),
    sent_at: sent ? ago(days) : null,
  });
  await db
    .insertInto('mails')
    .values([mail(31, true), mail(29, true), mail(31, false), mail(31, false, 8)])
    .execute();
  await db
    .insertInto('sessions')
    .values([
      { id: 'idle', user_id: person.id, last_seen_at: ago(16), expires_at: ago(-9) },
      { id: 'over', user_id: person.id, last_seen_at: ago(1), expires_at: ago(0.1) },
      { id: 'lives', user_id: person.id, last_seen_at: ago(13), expires_at: ago(-9) },
    ])
    .execute();
  await db
    .insertInto('oauth_states')
    .values([
      { state_hash: 'old', nonce: 'n', created_at: ago(1.1) },
      { state_hash: 'young', nonce: 'n', created_at: ago(0.9) },
    ])
    .execute();
  const key = (days: number) => ({
    user_id: person.id,
    scope: 's',
    key: String(days),
    request_hash: 'h',
    response: '{}',
    created_at: ago(days),
  });
  await db
    .insertInto('idempotency_keys')
    .values([key(31), key(29)])
    .execute();
  await db
    .insertInto('provider_events')
    .values([
      { provider: 'p', event_id: 'old', received_at: ago(91) },
      { provider: 'p', event_id: 'young', received_at: ago(89) },
    ])
    .execute();

  const { rows } = await collectBoth();
  expect(rows).toEqual({
    oauth_states: 1,
    sessions: 2,
    idempotency_keys: 1,
    provider_events: 1,
    mails: 2,
    run_steps: 1 + 1,
  });
  expect(
    await db.selectFrom('sessions').select('id').where('id', 'in', ['idle', 'over', 'lives']).execute(),
  ).toEqual([{ id: 'lives' }]);
  const mails = await db.selectFrom('mails').select('body').where('user_id', '=', person.id).execute();
  expect(mails.map(({ body }) => body).toSorted()).toEqual(['29 true 1', '31 false 1']);
});

it('removes files and temporary folders that nobody owns, after a day, and tells which are missing', async () => {
  const person = await createUser(backend);
  const { sections, fetchKey } = await createStoredProject(backend, person.id);
  const orphans = [
    `artifacts/ab/${hashOf('x')}/${randomUUID()}/section.mov`,
    `uploads/${randomUUID()}/${randomUUID()}`,
  ];
  for (const key of orphans) await keepFile(backend, key, 'nobody knows me');
  const folders = [`elsewhere-1`, `${hostname()}-999999999`, 'elsewhere-2'];
  for (const name of folders) await mkdir(join(config.tempDir, name, 'inside'), { recursive: true });
  const touched = new Date(Date.now() - 1.1 * DAY_MS);
  await utimes(join(config.tempDir, 'elsewhere-1'), touched, touched);
  const [scan] = await db
    .selectFrom('artifacts')
    .select('files')
    .where('key', '=', sections[0]!.scan_key)
    .execute();
  expect(scan).toBeDefined();
  const fetched = await db
    .selectFrom('artifacts')
    .select('files')
    .where('key', '=', fetchKey)
    .executeTakeFirstOrThrow();
  const lost = (fetched.files as { objectKey: string }[])[0]!.objectKey;
  await rm(await storage.localPath(lost));

  const young = await collectBoth();
  expect(young.missing).toEqual([lost]);
  expect(gone(young)).toEqual(new Set(folders.slice(0, 2)));
  expect(existsSync(backend.tempDir)).toBe(true);
  const later = await collectBoth({}, () => Date.now() + 1.1 * DAY_MS);
  expect(gone(later)).toEqual(new Set([...orphans, 'elsewhere-2']));
  expect(existsSync(await storage.localPath(orphans[0]!))).toBe(false);
  expect(await hasArtifact(fetchKey)).toBe(true);
  await db.deleteFrom('projects').where('user_id', '=', person.id).execute();
});

it('is done by one node at a time', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let first: Promise<string | undefined> | undefined;
  await new Promise<void>((begun) => {
    first = holdRetentionLock(db, async () => {
      begun();
      await held;
      return 'done';
    });
  });
  expect(await collect(backend)).toBeUndefined();
  release();
  expect(await first).toBe('done');
  expect(await collect(backend)).toBeDefined();
});

it('leaves what somebody takes up at that moment', async () => {
  const { key, file } = await makeCached('translate-section', 40);
  let collected: Promise<Report | undefined>;
  await db.transaction().execute(async (trx) => {
    await sql`UPDATE artifacts SET last_used_at = now() WHERE key = ${key}`.execute(trx);
    collected = collect(backend);
    await collected;
  });
  expect([await hasArtifact(key), await isThere(file)]).toEqual([true, true]);
});
