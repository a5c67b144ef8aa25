// @ts-check
import { parseArgs } from 'node:util';
import { UsageError } from './exit-codes.mjs';

/**
 * @typedef {object} OptionDefinition
 * @property {'string' | 'boolean'} type
 * @property {string} help
 * @property {string} [value] names the value in the help; a string only
 */

/**
 * @typedef {object} Command
 * @property {string} usage the arguments, such as 'PROJECT FORMAT'
 * @property {string} summary
 * @property {Record<string, OptionDefinition>} [options]
 * @property {[least: number, most: number]} arguments how many arguments it accepts
 * @property {boolean} [anonymous] whether it needs no API key
 * @property {(context: import('../run.mjs').Context) => Promise<void>} run
 */

/** @type {Record<string, OptionDefinition>} */
export const GENERAL_OPTIONS = {
  json: { type: 'boolean', help: 'print the result as JSON' },
  help: { type: 'boolean', help: 'print this help' },
};

/**
 * @typedef {object} Parsed
 * @property {string[]} words
 * @property {Record<string, string | boolean | undefined>} options
 */

/**
 * Parses the arguments of a command.
 * @param {string} name
 * @param {Command} command
 * @param {string[]} args
 * @returns {Parsed}
 * @throws {UsageError}
 */
export function parseCommand(name, command, args) {
  const definitions = { ...GENERAL_OPTIONS, ...command.options };
  const options = Object.fromEntries(
    Object.entries(definitions).map(([option, { type }]) => [option, { type }]),
  );
  const { values, positionals } = parse({ args, options, allowPositionals: true, strict: true });
  const [least, most] = command.arguments;
  if (!values['help'] && (positionals.length < least || positionals.length > most)) {
    throw new UsageError(`Usage: cutroom ${name} ${command.usage}`.trimEnd());
  }
  return { words: positionals, options: values };
}

/**
 * @param {import('node:util').ParseArgsConfig} config
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
function parse(config) {
  try {
    return /** @type {any} */ (parseArgs(config));
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message);
  }
}

/**
 * Returns the help of all commands.
 * @param {Record<string, Command>} commands
 */
export function helpOf(commands) {
  const rows = Object.entries(commands).map(([name, { usage, summary }]) => [
    `${name} ${usage}`.trimEnd(),
    summary,
  ]);
  return [
    'Usage: cutroom COMMAND [options]',
    '',
    ...aligned(rows),
    '',
    'The address and the API key are those of CUTROOM_URL and CUTROOM_API_KEY, or of `cutroom login`.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused, 4 not reachable, 130 interrupted.',
    'Run `cutroom COMMAND --help` for the options of a command.',
  ];
}

/**
 * Returns the help of one command.
 * @param {string} name
 * @param {Command} command
 */
export function helpOfCommand(name, { usage, summary, options = {} }) {
  const rows = Object.entries({ ...options, ...GENERAL_OPTIONS }).map(([option, { value, help }]) => [
    `--${option}${value === undefined ? '' : ` ${value}`}`,
    help,
  ]);
  return [`Usage: cutroom ${name} ${usage}`.trimEnd(), summary, '', ...aligned(rows)];
}

/** @param {string[][]} rows */
function aligned(rows) {
  const width = Math.max(...rows.map(([first = '']) => first.length));
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}  ${second}`);
}

/**
 * Returns the value of an option that is a number.
 * @param {Parsed['options']} options
 * @param {string} name
 */
export function numberOf(options, name) {
  const text = options[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new UsageError(`--${name} needs a number.`);
  return value;
}

/**
 * Returns the value of an option that is a text.
 * @param {Parsed['options']} options
 * @param {string} name
 * @returns {any} checked by the server, if the API allows only some values
 */
export function textOf(options, name) {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
