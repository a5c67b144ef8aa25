import type { z } from 'zod';
import type { undoResultSchema } from '#contract/section-edits.ts';
import { AppError } from '#core/lib/errors.ts';
import { historyOf, redoEdit, undoEdit } from '#core/repositories/projects/section-edits.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { editProject, type EditParts } from './edit.ts';

const WAYS = { undo: undoEdit, redo: redoEdit };

/**
 * Undoes or redoes the newest edit.
 * @throws AppError `not_found`, or `conflict` if there is nothing to undo or redo
 */
export async function undoOrRedo(
  backend: EditParts,
  caller: Caller,
  ids: ProjectId,
  { way }: { way: keyof typeof WAYS },
): Promise<z.infer<typeof undoResultSchema>> {
  return editProject(backend, caller, ids, async (trx) => {
    const done = await WAYS[way](trx, ids.projectId);
    if (done === undefined) throw new AppError('conflict', `There is nothing to ${way}.`);
    return { done, ...(await historyOf(trx, ids.projectId)) };
  });
}
