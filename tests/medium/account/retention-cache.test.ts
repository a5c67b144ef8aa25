import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { joinFilm } from '#contract/jobs/generation.ts';
import { makeProxy } from '#contract/jobs/processing.ts';
import { PROXY_FILE, proxyKeyOf } from '#core/repositories/media/proxies.ts';
import { insertSteps } from '#core/repositories/runs/run-steps.ts';
import { holdRetentionLock } from '#core/repositories/retention/lock.ts';
import { collect } from '#core/retention/collect.ts';
import type { Report } from '#core/retention/report.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import {
  createStoredProject,
  hashOf,
  storeFile,
  makeMedia,
  passDays,
} from '../../helpers/data/stored-media.ts';
import { deletedIds, openRetention } from '../../helpers/data/retention.ts';

const { backend, collectBoth, hasArtifact, isThere, makeCached, activeRun, endRun } = await openRetention();
const { db, storage, config } = backend;
const DAY_MS = 86_400_000;

it('removes artifacts that were not used within the configured days, unless something needs them', async () => {
  const person = await createUser(backend);
  const { projectId, videoId, fetchKey, scanKey } = await createStoredProject(backend, person.id);
  const running = await createProject(backend, person.id);
  const planned = await makeMedia(backend);
  await db
    .updateTable('videos')
    .set({ fetchKey: planned.fetchKey })
    .where('id', '=', running.videoId)
    .execute();
  const runId = await activeRun(person, running.projectId, running.videoId);
  await addFilm(backend, { userId: person.id, projectId, bytes: Buffer.from('the film') });
  const artifact = await makeCached('translate-section', 0, person.id);
  await db.updateTable('runSteps').set({ artifactKey: artifact.key }).where('runId', '=', runId).execute();
  await passDays(backend, 100);
  const cached = {
    old: await makeCached('translate-section', 10.1),
    young: await makeCached('translate-section', 9.9),
  };
  const source = { old: await makeCached('fetch-media', 20.1), young: await makeCached('fetch-media', 19.9) };
  await db.updateTable('videos').set({ fetchKey: source.old.key }).where('id', '=', videoId).execute();

  expect(
    (await collectBoth({ cacheMaxDays: 0, sourcesMaxDays: 0 })).items.filter(({ kind }) => kind !== 'upload'),
  ).toEqual([]);
  const deleted = deletedIds(await collectBoth({ cacheMaxDays: 10, sourcesMaxDays: 20 }));

  for (const { key, file } of [cached.old, source.old]) {
    expect(deleted).toContain(key);
    expect([await hasArtifact(key), await isThere(file)]).toEqual([false, false]);
  }
  for (const { key, file } of [cached.young, source.young]) {
    expect([await hasArtifact(key), await isThere(file)]).toEqual([true, true]);
  }
  const retainedKeys = [
    fetchKey,
    scanKey,
    planned.fetchKey,
    planned.scanKey,
    artifact.key,
    hashOf('the film'),
  ];
  expect(retainedKeys.filter((key) => deleted.has(key))).toEqual([]);
  expect(await db.selectFrom('videos').select('fetchKey').where('id', '=', videoId).execute()).toEqual([
    { fetchKey: null },
  ]);
  await endRun(runId);
  const later = deletedIds(await collectBoth({ cacheMaxDays: 10, sourcesMaxDays: 20 }));
  expect([artifact.key, planned.fetchKey, planned.scanKey].every((key) => later.has(key))).toBe(true);
});

it('keeps a proxy as long as its scan is needed, and removes both together', async () => {
  const person = await createUser(backend);
  const { projectId, scanKey } = await createStoredProject(backend, person.id);
  const makeOf = (key: string) =>
    backend.artifacts.build(makeProxy, proxyKeyOf(key), null, async (dir) => {
      await writeFile(join(dir, PROXY_FILE), 'proxy');
      return { data: { scanKey: key }, files: [PROXY_FILE] };
    });
  const [used, unused] = [await makeOf(scanKey), await makeOf((await makeMedia(backend)).scanKey)];
  await passDays(backend, 100);
  const deleted = deletedIds(await collectBoth({ cacheMaxDays: 10, sourcesMaxDays: 10 }));
  expect([deleted.has(used.key), deleted.has(unused.key)]).toEqual([false, true]);
  await db.deleteFrom('projects').where('id', '=', projectId).execute();
  expect(deletedIds(await collectBoth({ cacheMaxDays: 10, sourcesMaxDays: 10 }))).toContain(used.key);
});

it('limits the size of the cache: the least recently used artifact goes first, artifacts in use stay', async () => {
  await collectBoth({ cacheMaxDays: 1, sourcesMaxDays: 1 });
  const person = await createUser(backend);
  const { fetchKey } = await createStoredProject(backend, person.id);
  await passDays(backend, 0.5);
  const artifacts = [];
  for (const days of [0.4, 0.3, 0.2, 0.1, 0]) artifacts.push(await makeCached('translate-section', days));
  const keys = artifacts.map(({ key }) => key);
  // Each artifact has 64 bytes.
  const over = async (cacheMaxBytes: number) => {
    const deleted = deletedIds(await collectBoth({ cacheMaxBytes }));
    return keys.filter((key) => deleted.has(key));
  };
  expect(await over(3 * 64)).toEqual(keys.slice(0, 2));
  expect(await over(1)).toEqual(keys.slice(2, 4));
  // A worker may be about to use an artifact that was used within the last hour.
  expect([await hasArtifact(keys[4]!), await hasArtifact(fetchKey)]).toEqual([true, true]);
});

it('removes expired rows, and keeps all others', async () => {
  const person = await createUser(backend);
  const { projectId } = await createProject(backend, person.id);
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  await db.deleteFrom('runs').execute();
  for (const days of [40, 35, 1]) {
    const { id } = await db
      .insertInto('runs')
      .values({
        kind: 'generation',
        projectId,
        userId: person.id,
        status: 'completed',
        input: '{"sections":[]}',
        createdAt: ago(days),
        finishedAt: ago(days),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertSteps(db, id, [
      { key: 'join-film', job: joinFilm.name, input: {}, dependsOn: [], weight: 1 },
    ]);
  }
  const mail = (days: number, sent: boolean, tries = 1) => ({
    userId: person.id,
    recipient: person.email,
    subject: 's',
    body: `${days} ${sent} ${tries}`,
    tries,
    createdAt: ago(days),
    sentAt: sent ? ago(days) : null,
  });
  await db
    .insertInto('mails')
    .values([mail(31, true), mail(29, true), mail(31, false), mail(31, false, 8)])
    .execute();
  await db
    .insertInto('sessions')
    .values([
      { id: 'idle', userId: person.id, lastSeenAt: ago(16), expiresAt: ago(-9) },
      { id: 'over', userId: person.id, lastSeenAt: ago(1), expiresAt: ago(0.1) },
      { id: 'lives', userId: person.id, lastSeenAt: ago(13), expiresAt: ago(-9) },
    ])
    .execute();
  await db
    .insertInto('oauthStates')
    .values([
      { stateHash: 'old', nonce: 'n', createdAt: ago(1.1) },
      { stateHash: 'young', nonce: 'n', createdAt: ago(0.9) },
    ])
    .execute();
  const key = (days: number) => ({
    userId: person.id,
    scope: 's',
    key: String(days),
    requestHash: 'h',
    response: '{}',
    createdAt: ago(days),
  });
  await db
    .insertInto('idempotencyKeys')
    .values([key(31), key(29)])
    .execute();
  await db
    .insertInto('providerEvents')
    .values([
      { provider: 'p', eventId: 'old', receivedAt: ago(91) },
      { provider: 'p', eventId: 'young', receivedAt: ago(89) },
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
  const mails = await db.selectFrom('mails').select('body').where('userId', '=', person.id).execute();
  expect(mails.map(({ body }) => body).toSorted()).toEqual(['29 true 1', '31 false 1']);
});

it('removes files and temporary folders without an owner after a day, and reports missing ones', async () => {
  const person = await createUser(backend);
  const { sections, fetchKey } = await createStoredProject(backend, person.id);
  const orphans = [
    `artifacts/ab/${hashOf('x')}/${randomUUID()}/section.mov`,
    `uploads/${randomUUID()}/${randomUUID()}`,
  ];
  for (const key of orphans) await storeFile(backend, key, 'nobody knows me');
  const folders = [`elsewhere-1`, `${hostname()}-999999999`, 'elsewhere-2'];
  for (const name of folders) await mkdir(join(config.tempDir, name, 'inside'), { recursive: true });
  const touched = new Date(Date.now() - 1.1 * DAY_MS);
  await utimes(join(config.tempDir, 'elsewhere-1'), touched, touched);
  const [scan] = await db
    .selectFrom('artifacts')
    .select('files')
    .where('key', '=', sections[0]!.scanKey)
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
  expect(deletedIds(young)).toEqual(new Set(folders.slice(0, 2)));
  expect(existsSync(backend.tempDir)).toBe(true);
  const later = await collectBoth({}, () => Date.now() + 1.1 * DAY_MS);
  expect(deletedIds(later)).toEqual(new Set([...orphans, 'elsewhere-2']));
  expect(await storage.find(orphans[0]!)).toBeUndefined();
  expect(await hasArtifact(fetchKey)).toBe(true);
  await db.deleteFrom('projects').where('userId', '=', person.id).execute();
});

it('is done by one node at a time', async () => {
  let release = () => {};
  const lockHeld = new Promise<void>((resolve) => (release = resolve));
  let first: Promise<string | undefined> | undefined;
  await new Promise<void>((onStarted) => {
    first = holdRetentionLock(db, async () => {
      onStarted();
      await lockHeld;
      return 'done';
    });
  });
  expect(await collect(backend)).toBeUndefined();
  release();
  expect(await first).toBe('done');
  expect(await collect(backend)).toBeDefined();
});

it('keeps what a request starts to use at that moment', async () => {
  const { key, file } = await makeCached('translate-section', 40);
  let collected: Promise<Report | undefined>;
  await db.transaction().execute(async (trx) => {
    await sql`UPDATE artifacts SET last_used_at = now() WHERE key = ${key}`.execute(trx);
    collected = collect(backend);
    await collected;
  });
  expect([await hasArtifact(key), await isThere(file)]).toEqual([true, true]);
});
