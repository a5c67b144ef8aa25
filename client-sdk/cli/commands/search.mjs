// @ts-check
import { numberOf, textOf } from '../common/arguments.mjs';
import { tableOf } from '../terminal/output.mjs';
import { clock } from '../terminal/plain-text.mjs';

/** @type {import('../common/arguments.mjs').Command} */
export const search = {
  usage: 'WORDS...',
  summary: 'Finds videos, with the IDs that `process` accepts.',
  arguments: [1, Infinity],
  options: {
    source: { type: 'string', value: 'NAME', help: 'search only this source' },
    duration: { type: 'string', value: 'LENGTH', help: 'short, medium or long' },
    license: { type: 'string', value: 'TERMS', help: 'reusable, or credit for reusable with a credit' },
    page: { type: 'string', value: 'NUMBER', help: 'the page of results' },
    limit: { type: 'string', value: 'NUMBER', help: 'videos on a page, 10 by default' },
  },
  async run({ cutroom, words, options, output, signal }) {
    const query = {
      query: words.join(' '),
      source: textOf(options, 'source'),
      duration: textOf(options, 'duration'),
      license: textOf(options, 'license'),
      page: numberOf(options, 'page'),
      limit: numberOf(options, 'limit'),
    };
    const { data = [], response } = await cutroom.http.GET('/api/videos/search', {
      params: { query },
      signal,
    });
    const failed = response.headers.get('x-source-errors');
    if (failed !== null) output.note(`Some sources failed: ${failed}`);
    const rows = data.map(({ id, duration, source, title }) => [id, clock(duration), source, title]);
    output.result(data, tableOf(['ID', 'LENGTH', 'SOURCE', 'TITLE'], rows));
  },
};
