import { expect, it } from 'vitest';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { findFaults, waitForRuns } from '../../helpers/processes/find-faults.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const { db } = backend;

it('waits for the check of a film, which findFaults would report as a lost run', async () => {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  const { id } = await db
    .insertInto('runs')
    .values({ kind: 'checking', projectId, userId: user.id, status: 'running' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lost = async () => (await findFaults({ db, dataDir: backend.config.dataDir }, [user.id])).lost;
  expect(await waitForRuns(backend, [user.id], 0)).toBe(false);
  expect(await lost()).toEqual([`run ${id} is running`]);
  const ended = waitForRuns(backend, [user.id], PATIENT.timeout);
  await db
    .updateTable('runs')
    .set({ status: 'completed', finishedAt: new Date() })
    .where('id', '=', id)
    .execute();
  expect(await ended).toBe(true);
  expect(await lost()).toEqual([]);
});
