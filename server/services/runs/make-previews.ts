import type { Backend } from '#core/backend.ts';
import { transact } from '#core/bus/transact.ts';
import { publishChange } from '#core/repositories/projects/projects.ts';
import { addPreviewings } from '#core/runs/kinds/previewing.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';

/**
 * Starts making the missing proxies of a project's videos, for free: after a failure, or after media of the
 * project was restored. Running ones are not started twice.
 * @throws AppError `not_found`
 */
export async function makePreviews(
  { db, bus, engine }: Pick<Backend, 'db' | 'bus' | 'engine'>,
  { userId }: Caller,
  { projectId }: ProjectId,
): Promise<void> {
  await transact({ db, bus }, async (trx) => {
    await ownProject(trx, projectId, userId, true);
    await addPreviewings(trx, { userId, projectId });
    publishChange(trx, userId, projectId);
  });
  await engine.advanceAll(userId);
}
