import type { ParseArgsConfig } from 'node:util';
import type { Redis } from 'ioredis';
import type { Config } from '#core/config/config.ts';
import type { Database } from '#core/db/database.ts';
import type { Backend } from '#core/backend.ts';

/** What a command uses; stores are opened on demand. */
export interface Context {
  config: Config;
  print(line: string): void;
  /** The database, of whatever version. */
  db(): Database;
  redis(): Promise<Redis>;
  /** The server's and worker's backend; migrates the database to this version. */
  backend(): Promise<Backend>;
}

export interface Values {
  [option: string]: string | boolean | undefined;
}

export interface Command<C = Context> {
  /** Its arguments in the help, e.g. "<runId>". */
  usage: string;
  summary: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** How many arguments it takes; any number by default. */
  arguments?: number;
  /** @returns the exit code: 1 when something is wrong, as printed */
  run(context: C, values: Values, args: string[]): Promise<number>;
}

/** An operator's mistake, in a sentence. */
export class UsageError extends Error {}

/** The number in an option. @throws UsageError */
export function wholeNumber(values: Values, name: string, fallback: number): number {
  const value = values[name];
  if (value === undefined) return fallback;
  if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value)) {
    throw new UsageError(`--${name} must be a whole number above 0.`);
  }
  return Number(value);
}
