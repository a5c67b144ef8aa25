// @ts-check
import { textOf } from '../common/arguments.mjs';
import { LANGUAGE_OPTION } from '../steps/language-option.mjs';
import { FILE_OPTIONS, saveFilm } from '../steps/save-film.mjs';
import { CANCEL_OPTION, watchRun } from '../steps/watch-run.mjs';

/** @type {import('../common/arguments.mjs').Command} */
export const generate = {
  usage: 'PROJECT',
  summary: 'Generates the film of a project.',
  arguments: [1, 1],
  options: {
    ...LANGUAGE_OPTION,
    quality: { type: 'string', value: 'SIZE', help: '720p, 1080p or 4k' },
    aspect: { type: 'string', value: 'RATIO', help: '16:9, 9:16, 1:1 or 4:5' },
    captions: { type: 'boolean', help: 'draw the captions into the video' },
    watch: { type: 'boolean', help: 'wait for the end, and show the progress' },
    ...FILE_OPTIONS,
    ...CANCEL_OPTION,
  },
  async run(context) {
    const { cutroom, words, options, output, signal } = context;
    const [projectId = ''] = words;
    const { runId } = await cutroom.post('/api/projects/{id}/generate', {
      params: { path: { id: projectId } },
      body: {
        language: textOf(options, 'language'),
        quality: textOf(options, 'quality'),
        aspect: textOf(options, 'aspect'),
        burnSubtitles: Boolean(options['captions']),
      },
      signal,
    });
    if (runId === null) throw new Error('No run was started.');
    const isSaved = options['output'] !== undefined;
    if (!options['watch'] && !isSaved) {
      return output.result({ projectId, runId }, [`Run ${runId}`, `Watch it with: cutroom watch ${runId}`]);
    }
    const run = await watchRun(context, runId);
    const film = isSaved ? await saveFilm(context, projectId) : undefined;
    const done = film ? `Saved ${film.path}.` : `The film is ready: cutroom download ${projectId}`;
    return output.result({ projectId, runId, run, ...film }, [done]);
  },
};
