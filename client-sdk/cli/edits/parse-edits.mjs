// @ts-check
import { UsageError } from '../common/exit-codes.mjs';

/**
 * One change of a project. `set` has the fields of PATCH /api/sections/{id}/update.
 * @typedef {{ title: string } | { order: string[] } | { delete: string[] }
 *   | { section: string, set: Record<string, unknown> } | { section: string, cutWords: string }} Edit
 */

const MAX_EDITS = 1_000;
/** In characters. Each word of a section is compared with a phrase. */
const LONGEST_PHRASE = 200;

/** @param {unknown} value */
const isText = (value) => typeof value === 'string' && value !== '';
/** @param {unknown} value */
const isPhrase = (value) => isText(value) && String(value).length <= LONGEST_PHRASE;
/** @param {unknown} value */
const isList = (value) => Array.isArray(value) && value.length > 0 && value.every(isText);
/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The fields of each form of an edit, with their checks.
 * @type {Record<string, (value: unknown) => boolean>[]}
 */
const FORMS = [
  { title: isText },
  { order: isList },
  { delete: isList },
  { section: isText, set: isObject },
  { section: isText, cutWords: isPhrase },
];

/**
 * Returns the edits of a value that was read from JSON: one edit, or a list. All are checked before the first
 * one is applied.
 * @param {unknown} value
 * @returns {Edit[]}
 * @throws {UsageError}
 */
export function parseEdits(value) {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MAX_EDITS) throw new UsageError(`A file has at most ${MAX_EDITS} edits.`);
  return list.map((edit, index) => {
    if (FORMS.some((form) => matches(edit, form))) return edit;
    const forms = FORMS.map((form) => `{ ${Object.keys(form).join(', ')} }`).join(', ');
    throw new UsageError(`Edit ${index + 1} has none of the forms ${forms}.`);
  });
}

/**
 * @param {unknown} edit
 * @param {Record<string, (value: unknown) => boolean>} form
 */
function matches(edit, form) {
  if (!isObject(edit)) return false;
  const fields = /** @type {Record<string, unknown>} */ (edit);
  const isKnown = Object.keys(fields).every((name) => Object.hasOwn(form, name));
  return isKnown && Object.entries(form).every(([name, isValid]) => isValid(fields[name]));
}
