// @ts-check
import { plainJson, plainLine, shorten } from './plain-text.mjs';
import { createProgress, NO_PROGRESS } from './progress.mjs';

const LONGEST_CELL = 60;

/** @typedef {ReturnType<typeof createOutput>} Output */

/**
 * Results are written to stdout, all else to stderr.
 * @param {import('../run.mjs').Io} io
 * @param {boolean} isJson whether results are written as JSON
 */
export function createOutput({ stdout, stderr }, isJson) {
  return {
    isJson,

    /**
     * Writes a result: as JSON, otherwise as lines.
     * @param {unknown} value
     * @param {string[]} lines
     */
    result(value, lines) {
      if (isJson) stdout.write(`${plainJson(value, 2)}\n`);
      else for (const line of lines) stdout.write(`${plainLine(line)}\n`);
    },

    /**
     * Writes an event as one line of JSON.
     * @param {unknown} event
     */
    event(event) {
      stdout.write(`${plainJson(event)}\n`);
    },

    /** @param {string} text */
    note(text) {
      stderr.write(`${plainLine(text)}\n`);
    },

    progress: () => (isJson ? NO_PROGRESS : createProgress(stderr)),
  };
}

/**
 * Returns the lines of a table. The last column has the longest texts and is not padded.
 * @param {string[]} heads
 * @param {unknown[][]} rows
 */
export function tableOf(heads, rows) {
  const cells = [heads, ...rows].map((row) => row.map((cell) => shorten(plainLine(cell), LONGEST_CELL)));
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  '),
  );
}
