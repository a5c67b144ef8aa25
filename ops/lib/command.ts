import type { ParseArgsConfig } from 'node:util';
import type { RedisClient } from '#core/queue/redis.ts';
import type { Config } from '#core/config/config.ts';
import type { Database } from '#core/db/database.ts';
import type { Backend } from '#core/backend.ts';
import type { ObjectStore } from '#core/storage/storage.ts';

/** What commands use. Stores are opened on demand. */
export interface Context {
  config: Config;
  print(line: string): void;
  /** Returns the database without migrating it. */
  db(): Database;
  redis(): Promise<RedisClient>;
  /** Returns the store of the files. */
  objects(): Promise<ObjectStore>;
  /** Returns the backend of the server and the workers. Migrates the database to this version. */
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
  /** The number of arguments; any number if absent. */
  arguments?: number;
  /** Runs the command. @returns the exit code: 1 if something is wrong, as printed */
  run(context: C, values: Values, args: string[]): Promise<number>;
}

/** A mistake of the operator; its message is a sentence for them. */
export class UsageError extends Error {}

/** Returns the number in an option. @throws UsageError */
export function wholeNumber(values: Values, name: string, fallback: number): number {
  const value = values[name];
  if (value === undefined) return fallback;
  if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value)) {
    throw new UsageError(`--${name} must be a whole number above 0.`);
  }
  return Number(value);
}
