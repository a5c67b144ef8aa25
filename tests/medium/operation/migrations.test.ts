import { Migrator, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { generationInputSchema } from '#contract/jobs/generation.ts';
import * as first from '#core/db/migrations/earlier/01-first.ts';
import { appliedMigrations, MIGRATION_NAMES, migrateTo, migrateToLatest } from '#core/db/migrate.ts';
import { findFilms } from '#core/repositories/projects/films.ts';
import { type Database, openDatabase } from '#core/db/database.ts';
import { createDatabase } from '../../helpers/services/database.ts';

const url = await createDatabase({ migrated: false });
const databases = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createDatabase({ migrated: false })));
const [empty, populated] = [await databases(3), await databases(3)];
const db: Database = openDatabase(url, () => {});
afterAll(() => db.destroy());

it('converts films and runs of the first version to the current form', async () => {
  const before = new Migrator({
    db,
    provider: { getMigrations: async () => ({ '2026-11-21-first': first }) },
  });
  expect((await before.migrateToLatest()).error).toBeUndefined();
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
  const section = { sectionId: id(4), title: 'One', startMs: 0, endMs: 9000 };
  const input = {
    language: 'hi',
    quality: '720p',
    width: 1280,
    height: 720,
    frameRate: 30,
    title: 'A film',
    sections: [
      {
        ...section,
        narration: { text: 'नमस्ते', language: 'hi', gender: 'female' },
        media: { sha256: 'a', fetchKey: 'f', scanKey: 's' },
      },
      { ...section, sectionId: id(5), narration: null, media: { sha256: 'a', fetchKey: 'f', scanKey: 's' } },
    ],
  };
  const film = {
    durationMs: 18_000,
    bytes: 10,
    width: 1280,
    height: 720,
    sections: [
      { sectionId: id(4), title: 'One', startMs: 0, effectiveMs: 9000 },
      { sectionId: id(5), title: 'Two', startMs: 9000, effectiveMs: 9000 },
    ],
  };
  const json = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;
  const old = `
    INSERT INTO users (id) VALUES ('${id(1)}');
    INSERT INTO projects (id, user_id, title) VALUES ('${id(2)}', '${id(1)}', 'A project');
    INSERT INTO videos (id, source, source_id, title, channel) VALUES ('library_x', 'library', 'x', 'X', 'Y');
    INSERT INTO sections (id, project_id, kind, position, title, video_id, start_ms, end_ms, start_reason, end_reason)
      VALUES ('${id(4)}', '${id(2)}', 'analysed', 0, 'One', 'library_x', 0, 9000, 'start', 'end');
    INSERT INTO runs (id, kind, project_id, user_id, language, status, input)
      VALUES ('${id(3)}', 'generation', '${id(2)}', '${id(1)}', 'hi', 'completed', ${json(input)});
    INSERT INTO artifacts (key, job, version, data) VALUES ('film', 'join-film', 1, ${json(film)});
    INSERT INTO films (project_id, language, run_id, artifact_key, quality, snapshot_at)
      VALUES ('${id(2)}', 'hi', '${id(3)}', 'film', '720p', now());`;
  await sql.raw(old).execute(db);

  await migrateToLatest(db);
  const [found] = await findFilms(db, [id(2)]);
  expect(found).toMatchObject({ language: 'hi', aspect: '16:9', burnedSubtitles: false });
  expect(found!.result).toMatchObject({ durationMs: 18_000, gender: null, subtitles: 0 });
  expect(found!.result.sections.map((each) => [each.title, each.effectiveMs, each.fit.applied])).toEqual([
    ['One', 9000, []],
    ['Two', 9000, []],
  ]);
  const run = await db.selectFrom('runs').select('input').executeTakeFirstOrThrow();
  const migrated = generationInputSchema.parse(run.input);
  expect(migrated).toMatchObject({ aspect: '16:9', burnSubtitles: false, title: 'A film' });
  expect(migrated.sections[0]).toMatchObject({
    narration: { text: 'नमस्ते', translateFrom: null },
    media: { kind: 'video', sha256: 'a', videoId: 'library_x' },
    words: [],
  });
  expect(migrated.sections[1]).toMatchObject({ sectionId: id(5), narration: null });
  // Migrating again changes nothing.
  await migrateToLatest(db);
});

it.each([
  ['an empty database', []],
  ['a database with data', ['2026-11-21-first']],
])('runs once if several nodes start at the same time, from %s', async (_what, had) => {
  for (const target of had.length === 0 ? empty : populated) {
    const nodes = [0, 1, 2].map(() => openDatabase(target, () => {}, { max: 2 }));
    if (had.length > 0) {
      await migrateTo(nodes[0]!, had[0]!);
      await sql`INSERT INTO users (email) SELECT 'user' || n FROM generate_series(1, 100) AS n`.execute(
        nodes[0]!,
      );
    }
    await Promise.all(nodes.map((node) => migrateToLatest(node)));
    expect(await appliedMigrations(nodes[0]!)).toEqual(MIGRATION_NAMES);
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM users`.execute(nodes[1]!);
    expect(rows).toEqual([{ n: had.length > 0 ? 100 : 0 }]);
    await Promise.all(nodes.map((node) => node.destroy()));
  }
});

it('has the same tables in a new database as in one that the earlier migrations made', async () => {
  const [fresh, migrated] = (await databases(2)).map((target) => openDatabase(target, () => {}, { max: 2 }));
  await migrateTo(migrated!, '2026-11-27-zzzzz-following-films');
  await migrateTo(fresh!, '0001-initial-schema');
  const expected = await describeTables(migrated!);
  expect(expected.length).toBeGreaterThan(450);
  expect(await describeTables(fresh!)).toEqual(expected);
  await Promise.all([fresh!.destroy(), migrated!.destroy()]);
});

it('shows each version of Cutroom what the other writes to renamed section columns', async () => {
  const migrated = openDatabase(await createDatabase({ migrated: false }), () => {}, { max: 1 });
  await migrateTo(migrated, '0007-upload-parts');
  const own = crypto.randomUUID();
  const insert = (names: string, values: string) =>
    sql
      .raw<{ id: string }>(
        `INSERT INTO sections (project_id, kind, position, title, start_ms, end_ms, start_reason, end_reason, ${names})
          VALUES ('${own}', 'custom', 0, 'One', 0, 9000, 'start', 'end', ${values}) RETURNING id`,
      )
      .execute(migrated);
  const update = (id: string, what: string) =>
    sql.raw(`UPDATE sections SET ${what} WHERE id = '${id}'`).execute(migrated);
  const both = async (id: string) => {
    const columns = `ARRAY["fadeIn"::text, fade_in::text], ARRAY["lowerName", lower_name],
      ARRAY["shotCrops"::text, shot_crops::text]`;
    const { rows } = await sql
      .raw<{ pairs: string[][] }>(`SELECT ARRAY[${columns}] AS pairs FROM sections WHERE id = '${id}'`)
      .execute(migrated);
    return rows[0]!.pairs.map(([earlier, now]) => (earlier === now ? now : [earlier, now]));
  };
  await sql`INSERT INTO users (id) VALUES (${own})`.execute(migrated);
  await sql`INSERT INTO projects (id, user_id, title) VALUES (${own}, ${own}, 'P')`.execute(migrated);
  const before = (await insert('"fadeIn", "lowerName"', `2, 'Ada'`)).rows[0]!.id;
  await migrateToLatest(migrated);
  expect(await both(before)).toEqual(['2', 'Ada', '[]']);
  const earlier = (await insert('"fadeIn", "shotCrops"', `3, '[1]'`)).rows[0]!.id;
  expect(await both(earlier)).toEqual(['3', '', '[1]']);
  const current = (await insert('fade_in, lower_name', `4, 'Bo'`)).rows[0]!.id;
  expect(await both(current)).toEqual(['4', 'Bo', '[]']);
  for (const id of [before, earlier, current]) {
    await update(id, `"fadeIn" = 0, "lowerName" = 'Cy'`);
    expect((await both(id)).slice(0, 2)).toEqual(['0', 'Cy']);
    await update(id, `fade_in = 1, shot_crops = '[2]'`);
    await update(id, `title = 'Two', position = 1`);
    expect(await both(id)).toEqual(['1', 'Cy', '[2]']);
  }
  await migrated.destroy();
});

/** Returns a line for each column, constraint and index, as PostgreSQL describes them. */
async function describeTables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY line`.execute(database);
  return rows.map(({ line }) => line);
}
