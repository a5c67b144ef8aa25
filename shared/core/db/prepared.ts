import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Executor } from './database.ts';

/** The position of an argument among a statement's parameters. */
class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * Builds and compiles a statement once, at its first use, since that takes longer than sending it. `build`
 * may use its arguments only as parameters.
 */
export function prepared<Args extends unknown[], Row>(
  build: (db: Executor, ...args: Args) => RawBuilder<Row>,
): (db: Executor, ...args: Args) => Promise<Row[]> {
  let statement: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    statement ??= build(db, ...(args.map((_, index) => new Slot(index)) as Args)).compile(db);
    const parameters = statement.parameters.map((value) =>
      value instanceof Slot ? args[value.index] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}
