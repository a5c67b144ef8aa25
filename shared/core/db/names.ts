import { CamelCasePlugin } from 'kysely';

/**
 * Converts names between the code, which writes `startMs`, and the database, which has `start_ms`: those of
 * tables and columns in queries, and those of columns in rows. The keys of JSON values stay as they are.
 */
class Names extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  /** Converts the column names of a row that arrived as JSON. */
  ofRow(row: Record<string, unknown>): Record<string, unknown> {
    return this.mapRow(row);
  }
}

export const names = new Names();
