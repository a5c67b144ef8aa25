import { type Kysely, sql } from 'kysely';

const fade = (name: string) => `double precision NOT NULL DEFAULT 0 CHECK (${name} >= 0 AND ${name} <= 5)`;
const text = (initial: string) => `text NOT NULL DEFAULT '${initial}'`;
const number = (initial: number) => `double precision NOT NULL DEFAULT ${initial}`;

/** Earlier name, name, definition. */
const COLUMNS = [
  ['fadeIn', 'fade_in', fade('fade_in')],
  ['fadeOut', 'fade_out', fade('fade_out')],
  [
    'transitionSeconds',
    'transition_seconds',
    `${number(1)} CHECK (transition_seconds >= 0.2 AND transition_seconds <= 2)`,
  ],
  ['cardPlace', 'card_place', text('middle')],
  ['cardStyle', 'card_style', text('plain')],
  ['cardFrame', 'card_frame', text('none')],
  ['cardSubtitle', 'card_subtitle', text('')],
  ['lowerName', 'lower_name', text('')],
  ['lowerDetail', 'lower_detail', text('')],
  ['lowerStart', 'lower_start', number(0.5)],
  ['lowerSeconds', 'lower_seconds', number(4)],
  ['lowerStyle', 'lower_style', text('boxed')],
  ['shotCrops', 'shot_crops', `jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(shot_crops) = 'array')`],
] as const;

const DEFAULT = /DEFAULT (\S+)/;
const each = (line: (column: { from: string; to: string; initial: string }) => string, separator = '\n') =>
  COLUMNS.map(([from, to, definition]) =>
    line({ from: `"${from}"`, to, initial: DEFAULT.exec(definition)![1]! }),
  ).join(separator);

/**
 * Names the columns of `sections` like all others. Nodes of the previous version read and write the earlier
 * columns, so a trigger gives both the same value; a later migration removes the trigger and the earlier
 * columns. Imports no app code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const added = COLUMNS.map(([, to, definition]) => `ADD COLUMN ${to} ${definition}`).join(', ');
  const [earlier, names] = [each(({ from }) => from, ', '), each(({ to }) => to, ', ')];
  await sql
    .raw(
      `
    ALTER TABLE sections ${added};
    UPDATE sections SET ${each(({ from, to }) => `${to} = ${from}`, ', ')}
      WHERE ROW(${earlier}) IS DISTINCT FROM ROW(${names});

    -- A restore drops the tables, but not the function, before it migrates.
    CREATE OR REPLACE FUNCTION sections_earlier_columns() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- A new row has one of the two, or the default in both.
      IF TG_OP = 'INSERT' THEN
        ${each(({ from, to, initial }) => `IF NEW.${from} IS DISTINCT FROM ${initial} THEN NEW.${to} := NEW.${from}; ELSE NEW.${from} := NEW.${to}; END IF;`)}
      ELSE
        ${each(({ from, to }) => `IF NEW.${from} IS DISTINCT FROM OLD.${from} THEN NEW.${to} := NEW.${from}; ELSE NEW.${from} := NEW.${to}; END IF;`)}
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER sections_earlier_columns BEFORE INSERT OR UPDATE OF ${earlier}, ${names} ON sections
      FOR EACH ROW EXECUTE FUNCTION sections_earlier_columns();`,
    )
    .execute(db);
}
