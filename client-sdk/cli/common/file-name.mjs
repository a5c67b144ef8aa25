// @ts-check
import { plainLine } from '../terminal/plain-text.mjs';

/** Characters that Windows does not allow in names, among them the separators of all systems. */
const FORBIDDEN = /[<>:"/\\|?*]/g;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** File systems allow 255 bytes; a part of a download has a longer name than its file. */
const MAX_BYTES = 200;

/**
 * Returns a title as the name of a file that every system accepts and that leads to no other folder.
 * @param {string} title
 * @param {string} ending such as '.mp4'
 */
export function fileNameOf(title, ending) {
  const clean = plainLine(title).replaceAll(FORBIDDEN, ' ').split(' ').filter(Boolean).join(' ');
  let name = '';
  for (const letter of clean) {
    if (Buffer.byteLength(name + letter) > MAX_BYTES) break;
    name += letter;
  }
  const trimmed = withoutOuterDots(name);
  if (trimmed === '') return `film${ending}`;
  return `${RESERVED.test(trimmed) ? '_' : ''}${trimmed}${ending}`;
}

/**
 * Removes dots and spaces at both ends: a first dot hides a file, and Windows drops a last one.
 * @param {string} name
 */
function withoutOuterDots(name) {
  const isOuter = (/** @type {string | undefined} */ letter) => letter === '.' || letter === ' ';
  let [start, end] = [0, name.length];
  while (start < end && isOuter(name[start])) start += 1;
  while (end > start && isOuter(name[end - 1])) end -= 1;
  return name.slice(start, end);
}
