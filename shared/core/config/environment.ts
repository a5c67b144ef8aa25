import { z } from 'zod';
import type { Variable } from './variable.ts';
import { entries, type VariableName, type VARIABLES } from './variables.ts';

type Table = typeof VARIABLES;
type ValueOf<Name extends VariableName> = z.output<Table[Name]['schema']>;
/** The variables after their own parsing, before they are combined. */
export type Environment = { [Name in VariableName]: ValueOf<Name> };

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;
/** Excludes variables with `as: null`. */
type PlaceOf<Name extends VariableName, Place = Table[Name]['as']> = Place extends ''
  ? Camel<Name>
  : Extract<Place, string>;
type Flat = { [Name in VariableName as PlaceOf<Name>]: ValueOf<Name> };
type Group = Extract<keyof Flat, `${string}.${string}`> extends `${infer First}.${string}` ? First : never;
/** Each variable at its path in the config. Paths of the form "group.name" become groups. */
export type Settings = { [Key in Exclude<keyof Flat, `${string}.${string}`>]: Flat[Key] } & {
  [First in Group]: { [Key in keyof Flat as Key extends `${First}.${infer Rest}` ? Rest : never]: Flat[Key] };
};

const environmentSchema = z.object(Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])));

/**
 * Reads all variables. An empty one counts as not set, since a copied .env.example has many.
 * @throws Error with one line per invalid variable, or one sentence about variables that do not fit together
 */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is wrong:\n  ${lines.join('\n  ')}`);
  }
  const values = parsed.data as Environment;
  for (const [name, entry] of entries) {
    const problem = problemOf(name, entry, set, values);
    if (problem) throw new Error(problem);
  }
  return values;
}

function problemOf(
  name: VariableName,
  { pair, onlyWith, production }: Variable<unknown>,
  set: Record<string, string | undefined>,
  values: Environment,
): string | undefined {
  if (pair && Boolean(set[name]) !== Boolean(set[pair])) {
    return `${name} and ${pair} go together: set both, or neither.`;
  }
  if (!set[name]) return undefined;
  if (onlyWith && !isSet(onlyWith, set)) return `${name} has no effect without ${onlyWith}.`;
  return values.CUTROOM_MODE === 'production' ? production?.(String(values[name])) : undefined;
}

/** @param variable its name, or a name with a value, such as "ARCHIVE=on" */
function isSet(variable: string, set: Record<string, string | undefined>): boolean {
  const [name = '', value] = variable.split('=');
  return Boolean(set[name]) && (value === undefined || set[name] === value);
}

/** Moves each variable to its path in the config. */
export function settingsOf(values: Environment): Settings {
  const settings: Record<string, unknown> = {};
  for (const [name, { as = camelCase(name) }] of entries) {
    if (as === null) continue;
    const [first = '', rest] = as.split('.');
    if (rest === undefined) settings[first] = values[name];
    else settings[first] = { ...(settings[first] as object | undefined), [rest]: values[name] };
  }
  return settings as Settings;
}

const camelCase = (name: string) =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
