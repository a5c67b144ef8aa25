import type { z } from 'zod';
import { lengthMs, excerptOf } from '#film/time/section-length.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import type { deletedSectionSchema } from '#contract/sections.ts';
import type { Backend } from '#core/backend.ts';
import { findDeletedSections } from '#core/repositories/projects/sections.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';

/**
 * Lists the sections of a project that can be restored, with lengths in seconds.
 * @throws AppError `not_found`
 */
export async function listDeletedSections(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { projectId }: ProjectId,
): Promise<z.infer<typeof deletedSectionSchema>[]> {
  await ownProject(db, projectId, userId);
  const rows = await findDeletedSections(db, projectId);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    duration: lengthMs(excerptOf(row, mediaOf(row))) / 1000,
    deletedAt: row.deletedAt!.toISOString(),
  }));
}
