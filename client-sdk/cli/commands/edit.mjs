// @ts-check
import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { numberOf, textOf } from '../common/arguments.mjs';
import { applyEdit } from '../edits/apply-edit.mjs';
import { parseEdits } from '../edits/parse-edits.mjs';
import { UsageError } from '../common/exit-codes.mjs';
import { LANGUAGE_OPTION } from '../steps/language-option.mjs';

/** @type {import('../common/arguments.mjs').Command} */
export const edit = {
  usage: 'PROJECT',
  summary: 'Edits the title, the sections, their order and their words.',
  arguments: [1, 1],
  options: {
    file: {
      type: 'string',
      value: 'FILE',
      help: 'a JSON file of edits, as README.md describes them; - reads stdin',
    },
    title: { type: 'string', value: 'TEXT', help: "the project's title" },
    order: { type: 'string', value: 'IDS', help: 'these sections first, separated by commas' },
    delete: { type: 'string', value: 'IDS', help: 'delete these sections, separated by commas' },
    section: { type: 'string', value: 'ID', help: 'the section of the options below' },
    'section-title': { type: 'string', value: 'TEXT', help: "the section's title" },
    text: { type: 'string', value: 'TEXT', help: "the section's text" },
    start: { type: 'string', value: 'SECONDS', help: 'where the section starts in its video' },
    end: { type: 'string', value: 'SECONDS', help: 'where the section ends in its video' },
    'cut-words': {
      type: 'string',
      value: 'WORDS',
      help: 'cut these words out wherever they follow each other',
    },
    ...LANGUAGE_OPTION,
  },
  async run(context) {
    const { words, options, output, io } = context;
    const [projectId = ''] = words;
    const edits = [...editsOf(options), ...(await editsOfFile(io, textOf(options, 'file')))];
    if (edits.length === 0) throw new UsageError('Name an edit, such as --title. Run: cutroom edit --help');
    let applied = 0;
    try {
      for (const one of edits) {
        await applyEdit(context, projectId, one);
        applied += 1;
      }
    } catch (error) {
      if (edits.length > 1) output.note(`Applied ${applied} of ${edits.length} edits.`);
      throw error;
    }
    output.result({ projectId, applied }, [`Applied ${applied} ${applied === 1 ? 'edit' : 'edits'}.`]);
  },
};

/**
 * Returns the edits that the options state.
 * @param {import('../common/arguments.mjs').Parsed['options']} options
 */
function editsOf(options) {
  const [title, section, cutWords] = [
    textOf(options, 'title'),
    textOf(options, 'section'),
    textOf(options, 'cut-words'),
  ];
  const set = {
    title: textOf(options, 'section-title'),
    transcription: textOf(options, 'text'),
    startTime: numberOf(options, 'start'),
    endTime: numberOf(options, 'end'),
  };
  const isSet = Object.values(set).some((value) => value !== undefined);
  if ((isSet || cutWords !== undefined) && section === undefined)
    throw new UsageError('Name the section by --section.');
  return parseEdits([
    ...(title === undefined ? [] : [{ title }]),
    ...(isSet ? [{ section, set: JSON.parse(JSON.stringify(set)) }] : []),
    ...(cutWords === undefined ? [] : [{ section, cutWords }]),
    ...(options['order'] === undefined ? [] : [{ order: listOf(textOf(options, 'order')) }]),
    ...(options['delete'] === undefined ? [] : [{ delete: listOf(textOf(options, 'delete')) }]),
  ]);
}

/** @param {string} text */
const listOf = (text) =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);

/**
 * @param {import('../run.mjs').Io} io
 * @param {string | undefined} path
 */
async function editsOfFile({ stdin }, path) {
  if (path === undefined) return [];
  const content = path === '-' ? await readAll(stdin) : await readFile(path, 'utf8');
  try {
    return parseEdits(JSON.parse(content));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} is not JSON: ${/** @type {Error} */ (error).message}`);
  }
}
