// @ts-check
import { writeFile } from 'node:fs/promises';
import { textOf } from '../common/arguments.mjs';
import { plainLines } from '../terminal/plain-text.mjs';
import { LANGUAGE_OPTION } from '../steps/language-option.mjs';
import { FILE_OPTIONS } from '../steps/save-film.mjs';

/** @type {import('../common/arguments.mjs').Command} */
export const exportCommand = {
  usage: 'PROJECT FORMAT',
  summary: 'Exports the edit as otio, fcpxml, edl, srt, vtt, txt, csv or media.',
  arguments: [2, 2],
  options: {
    ...FILE_OPTIONS,
    output: { type: 'string', value: 'FILE', help: 'write to this file instead of stdout' },
    ...LANGUAGE_OPTION,
  },
  async run({ cutroom, words, options, output, io, signal }) {
    const [id = '', format] = words;
    const text = await cutroom.get('/api/projects/{id}/export/{format}', {
      params: {
        path: { id, format: /** @type {any} */ (format) },
        query: { language: textOf(options, 'language') },
      },
      parseAs: 'text',
      signal,
    });
    const path = textOf(options, 'output');
    if (path !== undefined) {
      await writeFile(path, text, { flag: options['force'] ? 'w' : 'wx' });
      return output.result({ path }, [`Saved ${path}.`]);
    }
    if (output.isJson) return output.result({ format, content: text }, []);
    // A file is written as it is. A terminal must not be controlled by the texts of a film.
    io.stdout.write(io.stdout.isTTY ? plainLines(text) : text);
    return undefined;
  },
};
