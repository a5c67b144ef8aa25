// @ts-check
import { CutroomError } from '../../index.mjs';
import { CANCEL_OPTION, watchRun } from '../steps/watch-run.mjs';

/** @typedef {import('../../index.mjs').Run} Run */

/** @type {import('../common/arguments.mjs').Command} */
export const watch = {
  usage: 'RUN|PROJECT',
  summary: 'Shows the progress of a run until its end; with --json one line for each event.',
  arguments: [1, 1],
  options: CANCEL_OPTION,
  async run(context) {
    const { output, words } = context;
    const runId = await findRun(context, words[0] ?? '');
    const run = await watchRun(context, runId, output.isJson ? output.event : undefined);
    if (!output.isJson) output.result(run, [run.message === '' ? 'Done.' : run.message]);
  },
};

/**
 * Returns the ID of a run: of the run itself, or of a project's active or newest run.
 * @param {import('../run.mjs').Context} context
 * @param {string} id
 */
async function findRun({ cutroom, signal }, id) {
  const init = { params: { path: { id } }, signal };
  try {
    return (await cutroom.get('/api/runs/{id}', init)).id;
  } catch (error) {
    if (!(error instanceof CutroomError) || error.status !== 404) throw error;
  }
  const { processing, generation, publishing, translation, hearing } = await cutroom.get(
    '/api/projects/{id}',
    init,
  );
  const runs = [processing, generation, publishing, translation, hearing].filter((run) => run !== null);
  const active = runs.find(({ finishedAt }) => finishedAt === null);
  const newest = runs.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  const run = active ?? newest;
  if (!run) throw new Error('This project has no run.');
  return run.id;
}
