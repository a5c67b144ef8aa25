import type { ParseArgsConfig } from 'node:util';
import type { Redis } from 'ioredis';
import type { Config } from '#core/config/config.ts';
import type { Database } from '#core/db/database.ts';
import type { Backend } from '#core/backend.ts';

/** What a command works with; stores are opened when they are asked for. */
export interface Context {
  config: Config;
  print(line: string): void;
  /** The database as it is, of whatever version. */
  db(): Database;
  redis(): Promise<Redis>;
  /** What server and worker stand on; brings the database to this version. */
  backend(): Promise<Backend>;
}

export interface Values {
  [option: string]: string | boolean | undefined;
}

export interface Command {
  /** Its arguments as the help shows them, e.g. "<runId>". */
  usage: string;
  summary: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** How many arguments it takes. */
  arguments: number;
  /** @returns the exit code: 1 says that something is wrong, with what was printed */
  run(context: Context, values: Values, args: string[]): Promise<number>;
}

/** What an operator did wrong, in a sentence. */
export class UsageError extends Error {}

/** A number of an option. @throws UsageError */
export function wholeNumber(values: Values, name: string, fallback: number): number {
  const value = values[name];
  if (value === undefined) return fallback;
  if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value)) {
    throw new UsageError(`--${name} must be a whole number above 0.`);
  }
  return Number(value);
}
