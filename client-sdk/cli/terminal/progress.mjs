// @ts-check
import { plainLine, shorten } from './plain-text.mjs';

const BAR_WIDTH = 24;
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = '\r\u001B[2K';

/**
 * @typedef {object} Progress
 * @property {(fraction: number | null, text: string) => void} show
 * @property {() => void} end removes the bar
 */

/**
 * Shows progress on a terminal as one line that is drawn again, otherwise as one line for each new text.
 * @param {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} stream
 * @returns {Progress}
 */
export function createProgress(stream) {
  return stream.isTTY === true ? createBar(stream) : createLines(stream);
}

/**
 * @param {{ write(text: string): unknown, columns?: number }} stream
 * @returns {Progress}
 */
function createBar(stream) {
  let isShown = false;
  return {
    show(fraction, text) {
      const line = `${barOf(fraction)} ${plainLine(text)}`;
      stream.write(`${CLEAR_LINE}${shorten(line, (stream.columns || DEFAULT_COLUMNS) - 1)}`);
      isShown = true;
    },
    end() {
      if (isShown) stream.write(CLEAR_LINE);
      isShown = false;
    },
  };
}

/**
 * @param {{ write(text: string): unknown }} stream
 * @returns {Progress}
 */
function createLines(stream) {
  let last = '';
  return {
    show(fraction, text) {
      if (text === last) return;
      last = text;
      stream.write(`${fraction === null ? '' : `${percent(fraction)} `}${plainLine(text)}\n`);
    },
    end() {},
  };
}

/** @param {number | null} fraction */
export function barOf(fraction) {
  if (fraction === null) return `[${' '.repeat(BAR_WIDTH)}]`;
  const filledWidth = Math.round(limit(fraction) * BAR_WIDTH);
  return `[${'#'.repeat(filledWidth)}${' '.repeat(BAR_WIDTH - filledWidth)}] ${percent(fraction).padStart(4)}`;
}

/** @param {number} fraction */
const limit = (fraction) => Math.min(1, Math.max(0, fraction));
/** @param {number} fraction */
const percent = (fraction) => `${Math.floor(limit(fraction) * 100)}%`;

/** @type {Progress} */
export const NO_PROGRESS = { show() {}, end() {} };
