import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { musicOf } from '../media/music.ts';
import { writeProjectState } from '../media/project-state.ts';
import type { ProjectRow } from './projects.ts';
import { COPIED_COLUMNS } from './section-columns.ts';

/**
 * Copies a project with its videos, its music, its film's options and its sections that are not deleted. Returns the
 * copy's id and section count.
 */
export async function copyProject(
  trx: Executor,
  project: ProjectRow,
  title: string,
): Promise<{ id: string; sections: number }> {
  const { id } = await trx
    .insertInto('projects')
    .values({
      userId: project.userId,
      title,
      description: project.description,
      searchWords: project.searchWords,
      notices: JSON.stringify(project.notices),
      filmChoices: JSON.stringify(project.filmChoices),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO project_videos (project_id, video_id, position)
    SELECT ${id}, video_id, position FROM project_videos WHERE project_id = ${project.id}`.execute(trx);
  const rows = await trx
    .selectFrom('sections')
    .select('id')
    .where('projectId', '=', project.id)
    .where('deletedAt', 'is', null)
    .execute();
  const sectionIds = rows.map((row) => row.id);
  await copySections(trx, { sectionIds, to: id, place: 0 });
  const music = musicOf(project);
  if (music) {
    const { new: copies } = await copyObjects(trx, { ids: [music.objectId], to: id });
    await writeProjectState(trx, id, { music: { ...music, objectId: copies[0]! } });
  }
  return { id, sections: sectionIds.length };
}

/**
 * Copies sections to the end of another project of the same user, in order, with their videos and uploads. A
 * copy of a part of a split section is an independent section.
 */
export async function copySectionsTo(
  trx: Executor,
  { sectionIds, to, place }: { sectionIds: string[]; to: string; place: number },
): Promise<void> {
  const first = await nextOriginalPosition(trx, to);
  const copies = await copySections(trx, { sectionIds, to, place });
  await sql`
    UPDATE sections SET original = jsonb_set(original - 'splitOf', '{position}',
      to_jsonb(${first}::int - 1 + array_position(${copies}::uuid[], id)))
    WHERE id = ANY(${copies}::uuid[]) AND original IS NOT NULL AND original <> 'null'`.execute(trx);
  await sql`
    INSERT INTO project_videos (project_id, video_id, position)
    SELECT ${to}, video_id, row_number() OVER () - 1
      + (SELECT COALESCE(max(position) + 1, 0) FROM project_videos WHERE project_id = ${to})
    FROM (SELECT DISTINCT video_id FROM sections WHERE id = ANY(${copies}::uuid[]) AND video_id IS NOT NULL
      EXCEPT SELECT video_id FROM project_videos WHERE project_id = ${to}) AS added`.execute(trx);
}

/**
 * Returns the position of a further original in a project. A reset treats sections with the same position as
 * parts of one.
 */
export async function nextOriginalPosition(trx: Executor, projectId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    SELECT COALESCE(max((original ->> 'position')::int) + 1, 0) AS next FROM sections
    WHERE project_id = ${projectId}`.execute(trx);
  return rows[0]!.next;
}

const isIn = (column: string, ids: string[]) => sql<boolean>`${sql.ref(column)} = ANY(${ids}::uuid[])`;

/** Old IDs and new ones, in two lists of the same order. */
interface IdMap {
  old: string[];
  new: string[];
}

function mapIds(rows: { id: string }[]): IdMap {
  return { old: rows.map(({ id }) => id), new: rows.map(() => randomUUID()) };
}

/** The uploads that sections use. */
async function findUsedObjects(trx: Executor, sectionIds: string[]): Promise<string[]> {
  const used = await trx
    .selectFrom('objects')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sections')
        .select('objectId')
        .where(isIn('id', sectionIds))
        .where('objectId', 'is not', null)
        .$narrowType<{ objectId: string }>(),
    )
    .execute();
  return used.map(({ id }) => id);
}

/**
 * Copies uploads, so that the copy outlives its original. An upload in use is already an artifact; the file
 * as sent belongs only to the original's row.
 */
async function copyObjects(
  trx: Executor,
  { ids: originals, to }: { ids: string[]; to: string },
): Promise<IdMap> {
  const ids = mapIds(originals.map((id) => ({ id })));
  await sql`
    INSERT INTO objects (id, user_id, project_id, file_name, declared_bytes, declared_type, bytes, sha256,
      uploaded_at, kind, fetch_key, video_id)
    SELECT copies.id, user_id, ${to}, file_name, declared_bytes, declared_type, bytes, sha256,
      uploaded_at, kind, fetch_key, video_id
    FROM objects
    JOIN unnest(${ids.old}::uuid[], ${ids.new}::uuid[]) AS copies(original, id) ON copies.original = objects.id
  `.execute(trx);
  return ids;
}

/** Copies a section within its project, to the same position. Returns the copy's ID. */
export async function copySection(trx: Executor, id: string, copy: string = randomUUID()): Promise<string> {
  const columns = sql.join(COPIED_COLUMNS.map((name) => sql.ref(name)));
  await sql`
    INSERT INTO sections (id, project_id, position, object_id, ${columns})
    SELECT ${copy}, project_id, position, object_id, ${columns} FROM sections WHERE id = ${id}`.execute(trx);
  await sql`
    INSERT INTO section_texts (section_id, language, text, translated_from)
    SELECT ${copy}, language, text, translated_from FROM section_texts WHERE section_id = ${id}`.execute(trx);
  return copy;
}

async function copySections(
  trx: Executor,
  { sectionIds, to, place }: { sectionIds: string[]; to: string; place: number },
): Promise<string[]> {
  const objects = await copyObjects(trx, { ids: await findUsedObjects(trx, sectionIds), to });
  const ids = mapIds(sectionIds.map((id) => ({ id })));
  const copies = sql`unnest(${ids.old}::uuid[], ${ids.new}::uuid[]) AS copies(original, id)`;
  await sql`
    INSERT INTO sections (id, project_id, position, object_id, ${sql.join(COPIED_COLUMNS.map((name) => sql.ref(name)))})
    SELECT copies.id, ${to}, ${place}::int + row_number() OVER (ORDER BY position, sections.id) - 1, uploads.id,
      ${sql.join(COPIED_COLUMNS.map((name) => sql.ref(`sections.${name}`)))}
    FROM sections
    JOIN ${copies} ON copies.original = sections.id
    LEFT JOIN unnest(${objects.old}::uuid[], ${objects.new}::uuid[]) AS uploads(original, id)
      ON uploads.original = sections.object_id`.execute(trx);
  await sql`
    INSERT INTO section_texts (section_id, language, text, translated_from)
    SELECT copies.id, language, text, translated_from
    FROM section_texts JOIN ${copies} ON copies.original = section_texts.section_id`.execute(trx);
  return ids.new;
}
