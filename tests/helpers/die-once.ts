import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#core/db/database.ts';

/** Each kind of transaction that runs are made of, by what it writes: table, operation and condition. */
const WRITES = {
  reserve: ['credit_entries', 'INSERT', `NEW.kind = 'reserve'`],
  queue: ['run_steps', 'UPDATE', `NEW.state = 'queued' AND OLD.state = 'waiting'`],
  begin: ['run_steps', 'UPDATE', `NEW.state = 'active' AND OLD.state = 'queued'`],
  progress: ['run_steps', 'UPDATE', `NEW.percent > OLD.percent AND NEW.state = 'active'`],
  artifact: ['artifacts', 'INSERT', 'true'],
  complete: ['run_steps', 'UPDATE', `NEW.state = 'done' AND OLD.state <> 'done'`],
  capture: ['credit_entries', 'INSERT', `NEW.kind = 'capture'`],
  film: ['films', 'INSERT', 'true'],
  release: ['credit_entries', 'INSERT', `NEW.kind = 'release'`],
} as const;

/**
 * Has Postgres' own process killed by kill -9 in the middle of the first transaction of each kind, which brings down
 * every other connection too.
 * @param folder one that PostgreSQL's user may pass through
 * @returns the kinds in which it was not killed yet
 */
export async function dieOnceInEach(db: Database, folder: string): Promise<() => string[]> {
  const marks = join(folder, 'deaths');
  mkdirSync(marks);
  // PostgreSQL's user takes a mark away before the kill, so that it comes once.
  chmodSync(marks, 0o777);
  await sql`
    CREATE FUNCTION die_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format('COPY (SELECT 1) TO PROGRAM %L',
        format('cat > /dev/null; rm %s 2> /dev/null && kill -KILL $PPID; true', TG_ARGV[0]));
      RETURN NEW;
    END $$`.execute(db);
  for (const [kind, [table, operation, condition]] of Object.entries(WRITES)) {
    const mark = join(marks, kind);
    writeFileSync(mark, '');
    await sql
      .raw(
        `CREATE TRIGGER die_${kind} AFTER ${operation} ON ${table}
         FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION die_once('${mark}')`,
      )
      .execute(db);
  }
  return () => readdirSync(marks);
}
