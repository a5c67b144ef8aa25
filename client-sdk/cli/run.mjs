// @ts-check
import { createClient, CutroomError, RunError } from '../index.mjs';
import { helpOf, helpOfCommand, parseCommand } from './common/arguments.mjs';
import { COMMANDS } from './commands/all.mjs';
import { EXIT, exitCodeOf, UsageError } from './common/exit-codes.mjs';
import { readAddress, readSettings } from './common/settings.mjs';
import { createOutput } from './terminal/output.mjs';

/**
 * What the command line needs of its process.
 * @typedef {object} Io
 * @property {Record<string, string | undefined>} env
 * @property {NodeJS.Platform} platform
 * @property {string} home
 * @property {NodeJS.ReadStream} stdin
 * @property {{ write(text: string): unknown, isTTY?: boolean }} stdout
 * @property {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} stderr
 * @property {AbortSignal} signal is aborted by Ctrl-C
 */

/**
 * What a command receives.
 * @typedef {object} Context
 * @property {import('../index.mjs').Cutroom} cutroom
 * @property {string} url
 * @property {Io} io
 * @property {AbortSignal} signal
 * @property {import('./terminal/output.mjs').Output} output
 * @property {string[]} words
 * @property {import('./common/arguments.mjs').Parsed['options']} options
 * @property {(apiKey: string, url: string) => import('../index.mjs').Cutroom} connect
 */

/**
 * Runs a command and returns its exit code.
 * @param {string[]} args
 * @param {Io} io
 */
export async function runCli(args, io) {
  const [name, ...rest] = args;
  // Decided before the arguments are valid, since a script reads their errors too.
  const output = createOutput(io, rest.includes('--json'));
  try {
    if (name === undefined || name === '--help' || name === 'help') {
      output.result(null, helpOf(COMMANDS));
      return name === undefined ? EXIT.usage : EXIT.ok;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UsageError(`There is no command '${name}'. Run: cutroom --help`);
    const parsed = parseCommand(name, command, rest);
    if (parsed.options['help']) {
      for (const line of helpOfCommand(name, command)) io.stdout.write(`${line}\n`);
      return EXIT.ok;
    }
    await command.run({ ...(await contextOf(io, output, command)), ...parsed });
    return EXIT.ok;
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    report(output, error);
    return exitCodeOf(error);
  }
}

/**
 * @param {Io} io
 * @param {import('./terminal/output.mjs').Output} output
 * @param {import('./common/arguments.mjs').Command} command
 */
async function contextOf(io, output, command) {
  const { signal } = io;
  const settings = await (command.anonymous ? readAddress(io) : readSettings(io));
  if (settings.apiKey === undefined && !command.anonymous) {
    throw new UsageError(`There is no API key for ${settings.url}. Run: cutroom login`);
  }
  const connect = (/** @type {string | undefined} */ apiKey, /** @type {string} */ baseUrl) => {
    try {
      return createClient({
        baseUrl,
        ...(apiKey !== undefined && { apiKey }),
        onRetry({ waitMs, status }) {
          const reason = status === null ? 'The server cannot be reached' : 'The server is busy';
          output.note(`${reason}. The next attempt is in ${Math.ceil(waitMs / 1000)} s.`);
        },
      });
    } catch (error) {
      throw new UsageError(
        `'${baseUrl}' is not the address of an installation. ${/** @type {Error} */ (error).message}`,
      );
    }
  };
  return { cutroom: connect(settings.apiKey, settings.url), url: settings.url, io, signal, output, connect };
}

/**
 * Writes an error to stderr, and as JSON to stdout if a script reads it.
 * @param {import('./terminal/output.mjs').Output} output
 * @param {unknown} error
 */
function report(output, error) {
  const { message } = /** @type {Error} */ (error);
  const isCall = error instanceof CutroomError;
  const reference = isCall && error.requestId !== null && error.status !== null && error.status >= 500;
  output.note(`cutroom: ${message}${reference ? ` (request ${error.requestId})` : ''}`);
  if (!output.isJson) return;
  const code = isCall ? error.code : error instanceof RunError ? 'run_failed' : 'failed';
  const facts = {
    code: error instanceof UsageError ? 'usage' : code,
    message,
    ...(isCall && { status: error.status, requestId: error.requestId, details: error.details }),
    ...(error instanceof RunError && { run: error.run }),
  };
  output.event({ error: facts });
}
