import { z } from 'zod';
import { type MusicSnapshot, musicSnapshotSchema } from '#contract/jobs/generation.ts';
import type { Executor } from '../../db/database.ts';

/** A project's music as its row has it: the upload, and all that a film needs of it. */
export const keptMusicSchema = musicSnapshotSchema.extend({ objectId: z.uuid(), fileName: z.string() });
export type KeptMusic = z.infer<typeof keptMusicSchema>;

export const musicOf = ({ music }: { music: unknown }): KeptMusic | null =>
  music === null ? null : keptMusicSchema.parse(music);

/** The part of a project beside its sections that an edit can change. */
export const projectStateSchema = z.object({ music: keptMusicSchema.nullable() });
export type ProjectState = z.infer<typeof projectStateSchema>;

export async function readProjectState(trx: Executor, projectId: string): Promise<ProjectState> {
  const row = await trx
    .selectFrom('projects')
    .select('music')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { music: musicOf(row) };
}

export async function writeProjectState(
  trx: Executor,
  projectId: string,
  { music }: ProjectState,
): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ music: music === null ? null : JSON.stringify(music) })
    .where('id', '=', projectId)
    .execute();
}

/** What a film needs of its project's music. */
export const musicSnapshot = (music: KeptMusic): MusicSnapshot => musicSnapshotSchema.parse(music);
