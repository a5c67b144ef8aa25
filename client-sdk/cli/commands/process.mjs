// @ts-check
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { textOf } from '../common/arguments.mjs';
import { UsageError } from '../common/exit-codes.mjs';
import { FILE_OPTIONS, saveFilm } from '../steps/save-film.mjs';
import { CANCEL_OPTION, watchRun } from '../steps/watch-run.mjs';

/** @type {import('../common/arguments.mjs').Command} */
export const processCommand = {
  usage: 'VIDEO...',
  summary: 'Makes a project of videos: IDs of `search`, or links. Costs one credit.',
  arguments: [1, 100],
  options: {
    title: { type: 'string', value: 'TEXT', help: "the project's title (required)" },
    film: { type: 'boolean', help: 'generate a film as soon as the sections exist' },
    watch: { type: 'boolean', help: 'wait for the end, and show the progress' },
    ...FILE_OPTIONS,
    ...CANCEL_OPTION,
  },
  async run(context) {
    const { cutroom, words, options, output, signal } = context;
    const title = textOf(options, 'title');
    if (title === undefined) throw new UsageError('--title is required.');
    const isSaved = options['output'] !== undefined;
    if (isSaved && !options['film']) throw new UsageError('--output needs --film.');
    const links = words.filter(isLink).map((url) => ({ id: `manual_${randomUUID()}`, url }));
    const { projectId, runId } = await cutroom.post('/api/projects/process', {
      body: {
        videoIds: [...words.filter((word) => !isLink(word)), ...links.map(({ id }) => id)],
        projectTitle: title,
        links,
        ...(options['film'] && { film: {} }),
      },
      signal,
    });
    if (!options['watch'] && !isSaved) {
      const lines = [`Project ${projectId}`, `Run     ${runId}`, `Watch it with: cutroom watch ${runId}`];
      return output.result({ projectId, runId }, lines);
    }
    const runs = [await watchRun(context, runId)];
    if (options['film']) runs.push(await watchRun(context, await filmRunOf(context, projectId, runId)));
    const film = isSaved ? await saveFilm(context, projectId) : undefined;
    const done = film ? `Saved ${film.path}.` : `Project ${projectId} is ready.`;
    return output.result({ projectId, runId, runs, ...film }, [done]);
  },
};

/** @param {string} word */
const isLink = (word) => /^https?:\/\//i.test(word);

const POLL_MS = 500;

/**
 * Returns the ID of the run that makes the film. It starts shortly after the processing has ended.
 * @param {import('../run.mjs').Context} context
 * @param {string} projectId
 * @param {string} runId the processing
 */
async function filmRunOf({ cutroom, signal }, projectId, runId) {
  for (;;) {
    const { film } = await cutroom.get('/api/runs/{id}', { params: { path: { id: runId } }, signal });
    const project = { params: { path: { id: projectId } }, signal };
    const { generation, notices } = await cutroom.get('/api/projects/{id}', project);
    if (generation) return generation.id;
    if (film !== 'planned') throw new Error(notices.at(-1) ?? 'No film was started.');
    await wait(POLL_MS, undefined, { signal });
  }
}
