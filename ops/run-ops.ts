import { parseArgs } from 'node:util';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/logger.ts';
import { backup } from './commands/backup.ts';
import { drain } from './commands/drain.ts';
import { gc } from './commands/gc.ts';
import { ledgerCheck } from './commands/ledger-check.ts';
import { payments } from './commands/payments.ts';
import { queues } from './commands/queues.ts';
import { restore } from './commands/restore.ts';
import { retry } from './commands/retry.ts';
import { runs } from './commands/runs.ts';
import { type Command, UsageError } from './lib/command.ts';
import { createContext } from './lib/context.ts';
import { findEnvironment } from './lib/environment.ts';
import { tableLines } from './lib/format.ts';

const COMMANDS: Record<string, Command> = {
  runs,
  retry,
  queues,
  drain,
  'ledger-check': ledgerCheck,
  payments,
  gc,
  backup,
  restore,
};

const help = () => [
  'npm run ops -- COMMAND',
  '',
  ...tableLines(
    ['COMMAND', ''],
    Object.entries(COMMANDS).map(([name, { usage, summary }]) => [`${name} ${usage}`, summary]),
  ),
];

/**
 * Runs one command of the operator.
 * @returns the exit code: 0; 1 when something is wrong or failed; 2 when the command itself was wrong
 */
export async function runOps(
  argv: string[],
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<number> {
  const [name = 'help', ...rest] = argv;
  if (name === 'help' || name === '--help' || rest.includes('--help')) {
    for (const line of help()) print(line);
    return 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : undefined;
    if (!command)
      throw new UsageError(`There is no command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
    const { values, positionals } = parse(name, command, rest);
    const config = parseConfig(findEnvironment(env));
    const context = createContext(config, createLogger('silent', 'ops'), print);
    try {
      return await command.run(context, values, positionals);
    } finally {
      await context.close();
    }
  } catch (error) {
    print((error as Error).message || String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

function parse(name: string, command: Command, args: string[]) {
  const usage = `Use it as: npm run ops -- ${name} ${command.usage}`.trim();
  try {
    const parsed = parseArgs({ args, options: command.options ?? {}, allowPositionals: true, strict: true });
    if (parsed.positionals.length === command.arguments) {
      return {
        values: parsed.values as Record<string, string | boolean | undefined>,
        positionals: parsed.positionals,
      };
    }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. ${usage}`, { cause: error });
  }
  throw new UsageError(usage);
}
