import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { filmChoicesSchema } from '#contract/film-choices.ts';
import type { Executor } from '../../db/database.ts';
import { storedMusicSchema, musicOf } from './music.ts';

/**
 * The part of a project beside its sections that an edit can change. Edits of an earlier version have no
 * choices, and edits that do not change the title have no title: a project is renamed without an edit.
 */
export const projectStateSchema = z.object({
  music: storedMusicSchema.nullable(),
  choices: filmChoicesSchema.optional(),
  title: z.string().optional(),
});
export type ProjectState = z.infer<typeof projectStateSchema>;

export async function readProjectState(trx: Executor, projectId: string): Promise<Required<ProjectState>> {
  const row = await trx
    .selectFrom('projects')
    .select(['music', 'filmChoices', 'title'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { music: musicOf(row), choices: filmChoicesSchema.parse(row.filmChoices), title: row.title };
}

/** Writes the given fields, and of the choices only the given ones. */
export async function writeProjectState(
  trx: Executor,
  projectId: string,
  { music, choices, title }: Partial<ProjectState>,
): Promise<void> {
  await trx
    .updateTable('projects')
    .set({
      ...(music !== undefined && { music: music === null ? null : JSON.stringify(music) }),
      ...(title !== undefined && { title }),
      ...(choices !== undefined && { filmChoices: sql`film_choices || ${JSON.stringify(choices)}::jsonb` }),
    })
    .where('id', '=', projectId)
    .execute();
}

/** Whether a film would have other content. A change of options alone does not count. */
export const hasOtherContent = (before: ProjectState, after: ProjectState): boolean =>
  !isDeepStrictEqual(before.music, after.music);
