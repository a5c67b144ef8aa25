import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { translateSection } from '#contract/jobs/generation.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { insertSteps } from '#core/repositories/runs/run-steps.ts';
import { planProcessing } from '#core/runs/kinds/processing.ts';
import { collect } from '#core/retention/collect.ts';
import type { Report } from '#core/retention/report.ts';
import { openTestApp, openTestBackend } from '../services/backend.ts';
import type { createUser } from './user.ts';
import { hashOf } from './stored-media.ts';

type Person = Awaited<ReturnType<typeof createUser>>;

/**
 * An installation of the test file's own, its stored data, and the collector that removes it. Await it at the
 * top.
 */
export async function openRetention() {
  const backend = await openTestBackend();
  const app = await openTestApp(backend);
  const { db, storage, config } = backend;

  /** Returns every row of every table, and every file. */
  async function everything() {
    const { rows } = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
      WHERE schemaname = 'public' ORDER BY 1`.execute(db);
    const tables: Record<string, string[]> = {};
    for (const { name } of rows) {
      const rows = await sql<{
        row: string;
      }>`SELECT to_jsonb(t)::text AS row FROM ${sql.table(name)} AS t`.execute(db);
      tables[name] = rows.rows.map(({ row }) => row).toSorted();
    }
    const files: string[] = [];
    for await (const { key } of storage.listFiles('')) files.push(key);
    return { tables, files };
  }

  /**
   * Reports what would be removed, then removes it. Both must be equal, and the first must change nothing.
   */
  async function collectBoth(
    limits: Partial<typeof config.retention> = {},
    now?: () => number,
  ): Promise<Report> {
    const parts = { ...backend, config: { ...config, retention: { ...config.retention, ...limits } } };
    const options = now ? { now } : {};
    const before = await everything();
    const expectedReport = (await collect(parts, { ...options, dryRun: true }))!;
    expect(await everything()).toEqual(before);
    const report = (await collect(parts, options))!;
    const sorted = ({ items, ...rest }: Report) => ({
      items: items.map((i) => JSON.stringify(i)).toSorted(),
      ...rest,
    });
    expect(sorted(report)).toEqual(sorted(expectedReport));
    const second = await collect(parts, options);
    expect(second).toEqual({ items: [], rows: {}, missing: report.missing });
    return report;
  }

  const hasArtifact = async (key: string) =>
    (await db.selectFrom('artifacts').select('key').where('key', '=', key).execute()).length === 1;

  const isThere = async (objectKey: string) => (await storage.find(objectKey)) !== undefined;

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
        projectId,
        kind: 'custom',
        position: 9,
        title: 'Own',
        objectId: upload.id,
        fetchKey: upload.fetchKey,
        scanKey: upload.scanKey,
        startMs: 0,
        endMs: 20_000,
        startReason: 'start',
        endReason: 'end',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Creates a job's artifact that can be made again, last used this many days ago. */
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
      .values({ kind: 'processing', projectId, userId: person.id, input: '{"videoIds":[]}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertSteps(db, id, planProcessing([{ id: videoId, durationMs: 1000 }]));
    return id;
  }

  const endRun = (id: string) =>
    db
      .updateTable('runs')
      .set({ status: 'cancelled', finishedAt: new Date() })
      .where('id', '=', id)
      .execute();

  return {
    backend,
    app,
    collectBoth,
    hasArtifact,
    isThere,
    call,
    download,
    inSection,
    makeCached,
    activeRun,
    endRun,
  };
}

/** Returns the IDs of removed rows. */
export const deletedIds = ({ items }: Report) => new Set(items.map(({ id }) => id));
