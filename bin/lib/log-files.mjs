// @ts-check
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  watchFile,
} from 'node:fs';

const MAX_OLD_FILES = 3;

/**
 * Moves x.log to x.log.1 and so on, so that each start has its own log.
 * @param {string} file
 */
export function rotateLog(file) {
  if (!existsSync(file) || statSync(file).size === 0) return;
  for (let age = MAX_OLD_FILES; age >= 1; age -= 1) {
    const from = age === 1 ? file : `${file}.${age - 1}`;
    if (existsSync(from)) renameSync(from, `${file}.${age}`);
  }
}

/**
 * The last lines of a log.
 * @param {string} file
 * @param {number} [lines]
 */
export function lastLines(file, lines = 12) {
  if (!existsSync(file)) return '';
  const text = readFrom(file, Math.max(0, statSync(file).size - 8192)).text;
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * Copies what is appended to a log to the terminal, each line under the child's name.
 * @param {string} name
 * @param {string} file
 */
export function followLog(name, file) {
  let offset = 0;
  watchFile(file, { interval: 250, persistent: false }, () => {
    const read = readFrom(file, offset);
    // Prints only whole lines; an incomplete one is read again with its end.
    const end = read.text.lastIndexOf('\n') + 1;
    offset = read.start + Buffer.byteLength(read.text.slice(0, end));
    for (const line of read.text.slice(0, end).split('\n').filter(Boolean)) console.log(`[${name}] ${line}`);
  });
}

/**
 * @param {string} file
 * @param {number} wanted
 */
function readFrom(file, wanted) {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const start = wanted > size ? 0 : wanted;
    const buffer = Buffer.alloc(size - start);
    readSync(fd, buffer, 0, buffer.length, start);
    return { start, text: buffer.toString('utf8') };
  } finally {
    closeSync(fd);
  }
}
