import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { ProjectRow } from './projects.ts';
import { COPIED_COLUMNS } from './section-columns.ts';

/** Copies a project with its videos and its sections that are not deleted. Returns the copy's id and section count. */
export async function copyProject(
  trx: Executor,
  project: ProjectRow,
  title: string,
): Promise<{ id: string; sections: number }> {
  const { id } = await trx
    .insertInto('projects')
    .values({
      user_id: project.user_id,
      title,
      description: project.description,
      notices: JSON.stringify(project.notices),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO project_videos (project_id, video_id, position)
    SELECT ${id}, video_id, position FROM project_videos WHERE project_id = ${project.id}`.execute(trx);
  const objects = await copyObjects(trx, project.id, id);
  const sections = await copySections(trx, { from: project.id, to: id, objects });
  return { id, sections };
}

/** Old ids and new ones, in two lists of the same order. */
interface IdMap {
  old: string[];
  new: string[];
}

function mapIds(rows: { id: string }[]): IdMap {
  return { old: rows.map(({ id }) => id), new: rows.map(() => randomUUID()) };
}

/**
 * Copies the uploads that sections use, so that the copy outlives its original. An upload used by a section is an
 * artifact by then; the file as sent stays with the original's row only.
 */
async function copyObjects(trx: Executor, from: string, to: string): Promise<IdMap> {
  const used = await trx
    .selectFrom('objects')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sections')
        .select('object_id')
        .where('project_id', '=', from)
        .where('deleted_at', 'is', null)
        .where('object_id', 'is not', null)
        .$narrowType<{ object_id: string }>(),
    )
    .execute();
  const ids = mapIds(used);
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

async function copySections(
  trx: Executor,
  { from, to, objects }: { from: string; to: string; objects: IdMap },
): Promise<number> {
  const rows = await trx
    .selectFrom('sections')
    .select('id')
    .where('project_id', '=', from)
    .where('deleted_at', 'is', null)
    .execute();
  const ids = mapIds(rows);
  const copies = sql`unnest(${ids.old}::uuid[], ${ids.new}::uuid[]) AS copies(original, id)`;
  await sql`
    INSERT INTO sections (id, project_id, position, object_id, ${sql.join(COPIED_COLUMNS.map((name) => sql.ref(name)))})
    SELECT copies.id, ${to}, row_number() OVER (ORDER BY position, sections.id) - 1, uploads.id,
      ${sql.join(COPIED_COLUMNS.map((name) => sql.ref(`sections.${name}`)))}
    FROM sections
    JOIN ${copies} ON copies.original = sections.id
    LEFT JOIN unnest(${objects.old}::uuid[], ${objects.new}::uuid[]) AS uploads(original, id)
      ON uploads.original = sections.object_id`.execute(trx);
  await sql`
    INSERT INTO section_texts (section_id, language, text, translated_from)
    SELECT copies.id, language, text, translated_from
    FROM section_texts JOIN ${copies} ON copies.original = section_texts.section_id`.execute(trx);
  return rows.length;
}
