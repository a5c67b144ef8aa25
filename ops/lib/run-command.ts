import { parseArgs } from 'node:util';
import { type Command, UsageError, type Values } from './command.ts';
import { tableLines } from './format.ts';

export interface Program<C> {
  /** How the program is called, such as "npm run ops". */
  name: string;
  commands: Record<string, Command<C>>;
  print(line: string): void;
  /** Opens the context of commands, runs one, and closes the context. @returns the command's exit code */
  withContext(run: (context: C) => Promise<number>): Promise<number>;
}

/**
 * Runs one command of a program, or prints its help.
 * @returns the exit code: the command's own; 1 if it threw an error; 2 if its arguments were invalid
 */
export async function runCommand<C>(program: Program<C>, argv: string[]): Promise<number> {
  const { commands, print, withContext } = program;
  const [name = 'help', ...rest] = argv;
  if (name === 'help' || name === '--help' || rest.includes('--help')) {
    for (const line of help(program)) print(line);
    return 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
    if (!command)
      throw new UsageError(
        `There is no command "${name}". The commands are: ${Object.keys(commands).join(', ')}.`,
      );
    const { values, positionals } = parse(`${program.name} -- ${name}`, command, rest);
    return await withContext((context) => command.run(context, values, positionals));
  } catch (error) {
    print((error as Error).message || String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

const help = <C>({ name, commands }: Program<C>) => [
  `${name} -- COMMAND`,
  '',
  ...tableLines(
    ['COMMAND', ''],
    Object.entries(commands).map(([command, { usage, summary }]) => [`${command} ${usage}`, summary]),
  ),
];

function parse<C>(call: string, command: Command<C>, args: string[]) {
  const usage = `Usage: ${call} ${command.usage}`.trim();
  try {
    const options = command.options ?? {};
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const expected = command.arguments ?? positionals.length;
    if (positionals.length === expected) return { values: values as Values, positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. ${usage}`, { cause: error });
  }
  throw new UsageError(usage);
}
