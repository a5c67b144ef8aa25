import type { z } from 'zod';
import { lengthMs } from '#film/time/section-length.ts';
import { excerptOf } from '#core/repositories/projects/section-media.ts';
import type { deletedSectionSchema } from '#contract/sections.ts';
import type { Executor } from '#core/db/database.ts';
import { findDeletedSections } from '#core/repositories/projects/sections.ts';

/** Lists the sections of a project that can be restored, with lengths in seconds. */
export async function listDeletedSections(
  db: Executor,
  projectId: string,
): Promise<z.infer<typeof deletedSectionSchema>[]> {
  const rows = await findDeletedSections(db, projectId);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    duration: lengthMs(excerptOf(row)) / 1000,
    deletedAt: row.deleted_at!.toISOString(),
  }));
}
