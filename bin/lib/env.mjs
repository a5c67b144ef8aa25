// @ts-check
import { existsSync, readFileSync } from 'node:fs';

const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;

/**
 * Parses the text of a .env file: comments, `export`, quotes. An empty value counts as not set,
 * so that a copied .env.example changes nothing.
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function parseEnv(text) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const line of text.split(/\r?\n/)) {
    const match = LINE.exec(line);
    if (!match) continue;
    const [, name = '', raw = ''] = match;
    const value = parseValue(raw.trim());
    if (value !== '') values[name] = value;
  }
  return values;
}

/** @param {string} raw */
function parseValue(raw) {
  const single = /^'([^']*)'/.exec(raw);
  if (single?.[1] !== undefined) return single[1];
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(raw);
  if (double?.[1] !== undefined)
    return double[1].replace(/\\(.)/g, (_, /** @type {string} */ char) => (char === 'n' ? '\n' : char));
  return raw.replace(/(^|\s)#.*$/, '').trim();
}

/**
 * Returns the environment of this start: the values of the .env file, overridden by those of the process.
 * @param {string} file
 * @param {NodeJS.ProcessEnv} processEnv
 * @returns {Record<string, string | undefined>}
 */
export function loadEnv(file, processEnv) {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...fromFile, ...processEnv };
}
