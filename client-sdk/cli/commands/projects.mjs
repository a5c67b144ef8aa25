// @ts-check
import { textOf } from '../common/arguments.mjs';
import { tableOf } from '../terminal/output.mjs';
import { clock } from '../terminal/plain-text.mjs';
import { LANGUAGE_OPTION } from '../steps/language-option.mjs';

/** @type {import('../common/arguments.mjs').Command} */
export const projects = {
  usage: '[PROJECT]',
  summary: 'Lists the projects, or the sections of one project.',
  arguments: [0, 1],
  options: {
    search: { type: 'string', value: 'WORDS', help: 'only projects whose title contains these words' },
    filter: { type: 'string', value: 'STATUS', help: 'all, completed, processing or failed' },
    ...LANGUAGE_OPTION,
  },
  async run({ cutroom, words: [id], options, output, signal }) {
    if (id === undefined) {
      const query = { search: textOf(options, 'search'), filter: textOf(options, 'filter') };
      const list = await cutroom.get('/api/user/videos', { params: { query }, signal });
      const rows = list.map((one) => [one.id, one.status, clock(one.duration), one.sectionCount, one.title]);
      return output.result(list, tableOf(['ID', 'STATUS', 'LENGTH', 'SECTIONS', 'TITLE'], rows));
    }
    const project = await cutroom.get('/api/projects/{id}', {
      params: { path: { id }, query: { language: textOf(options, 'language') } },
      signal,
    });
    const rows = project.sections.map((one) => [
      one.id,
      clock(one.effectiveDuration),
      one.title,
      one.transcription,
    ]);
    return output.result(project, [project.title, ...tableOf(['ID', 'LENGTH', 'TITLE', 'TEXT'], rows)]);
  },
};
