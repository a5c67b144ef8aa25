import { shortened } from '#text/letters/letters.ts';
import { MAX_TITLE } from '#contract/limits.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { transact } from '#core/bus/transact.ts';
import { copyProject } from '#core/repositories/projects/copy-project.ts';
import { publishChange } from '#core/repositories/projects/projects.ts';
import { refuseContentOver } from '#core/repositories/account/holdings.ts';
import { addPreviewings } from '#core/runs/kinds/previewing.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { refuseWhileChanging } from './refuse-while-changing.ts';

const SUFFIX = ' (copy)';

const titleOfCopy = (title: string): string => shortened(title, MAX_TITLE - SUFFIX.length) + SUFFIX;

/**
 * Copies a project's sections with their texts and media. Films, runs and the public link are not copied.
 * @returns the copy
 * @throws AppError `not_found`, or `conflict` if there is nothing to copy or media is being prepared;
 * `unprocessable` if the account would exceed its caps
 */
export async function duplicateProject(
  { config, db, bus, engine }: Pick<Backend, 'config' | 'db' | 'bus' | 'engine'>,
  { userId }: Caller,
  { projectId }: ProjectId,
): Promise<ProjectId> {
  const copyId = await transact({ db, bus }, async (trx) => {
    const project = await ownProject(trx, projectId, userId, true);
    await refuseWhileChanging(trx, { userId, projectId });
    const copy = await copyProject(trx, project, titleOfCopy(project.title));
    if (copy.sections === 0) throw new AppError('conflict', 'This project has no sections to copy.');
    await refuseContentOver(trx, config.caps, { userId, projectIds: [copy.id] });
    await addPreviewings(trx, { userId, projectId: copy.id });
    publishChange(trx, userId, copy.id);
    return copy.id;
  });
  await engine.advanceAll(userId);
  return { projectId: copyId };
}
