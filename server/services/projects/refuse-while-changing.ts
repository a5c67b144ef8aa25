import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { findActiveRuns } from '#core/repositories/runs/runs.ts';
import { KINDS } from '#core/runs/kinds/all.ts';

/** @throws AppError `conflict` while a run changes the sections of a project */
export async function refuseWhileChanging(
  trx: Executor,
  { userId, projectId }: { userId: string; projectId: string },
): Promise<void> {
  const runs = await findActiveRuns(trx, userId);
  if (!runs.some((run) => run.projectId === projectId && KINDS[run.kind].changesSections)) return;
  throw new AppError('conflict', 'This project is still being prepared. Please try again when it is ready.');
}
