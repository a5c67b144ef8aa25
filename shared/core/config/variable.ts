import { z } from 'zod';

/**
 * A need that this machine meets by default until the variable is set: a row of the table in docs/operators.md and of the
 * table that `npm start` prints.
 */
export interface Replaces {
  need: string;
  /** What meets the need by default. Only the first variable of a need states it. */
  now?: string;
  /** A second variable that must be set too. */
  with?: string;
  /** The value that replaces the default; any value if absent. */
  value?: string;
  /**
   * Shown in the tables instead of the variables' names if a need has many. Only the first variable states
   * it.
   */
  set?: string;
}

/** A variable's entry besides its type and default. */
export interface Details<Place extends string | null = string | null> {
  /** What the variable does, in whole sentences, for .env.example. */
  help: string;
  /** The behaviour while it is not set, unless the default explains it. */
  unset?: string;
  unit?: 'bytes' | 'ms' | 'seconds' | 'days' | 'bytes a second';
  /** Hidden from logs, errors and child processes. */
  secret?: true;
  /**
   * Its path in the config, such as "caps.projects"; `null` if config.ts derives other values from it. By
   * default, its name in camelCase.
   */
  as?: Place;
  /** Another variable that must be set together with it. */
  pair?: string;
  /** The variable without which it has no effect, or a variable with its value, such as "ARCHIVE=on". */
  onlyWith?: string;
  /** Returns why production refuses a value, as a sentence. */
  production?: (value: string) => string | undefined;
  /** Set by docker-compose.yml itself. Other variables reach the containers through .env. */
  compose?: true;
  replaces?: Replaces | Replaces[];
}

export interface Variable<T, Place extends string | null = string | null> extends Details<Place> {
  schema: z.ZodType<T>;
  fallback?: string | number;
}

type Maker<T> = <const Place extends string | null = ''>(details: Details<Place>) => Variable<T, Place>;

const makerOf =
  <T>(schema: z.ZodType<T>, fallback?: string | number): Maker<T> =>
  (details) => ({ ...details, schema, ...(fallback !== undefined && { fallback }) });

const trimmed = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const anUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address with http: or https:' })
  .refine((value) => !/\/\/[^/]*@/.test(value), 'must not contain a name or password')
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));
/** Only characters that a header may contain. */
const aKey = trimmed.refine(
  (value) => value === undefined || /^[\x21-\x7e]+$/.test(value),
  'must contain only ASCII characters without spaces',
);

/** A text. An empty one counts as not set. */
export const text = makerOf<string | undefined>(trimmed);

/** A text with a default. */
export const named = (fallback: string) =>
  makerOf<string>(
    trimmed.transform((value) => value ?? fallback),
    fallback,
  );

/** A text with its own rules. `fallback` is the schema's result if there is no value. */
export const custom = <T>(schema: z.ZodType<T>, fallback?: string | number) => makerOf<T>(schema, fallback);

/** A server's URL, without a trailing slash. */
export const url = makerOf<string | undefined>(trimmed.pipe(anUrl.optional()));

/** A server's URL with a default. */
export const urlOr = (fallback: string) =>
  makerOf<string>(
    trimmed.pipe(anUrl.optional()).transform((value) => value ?? fallback),
    fallback,
  );

/** A key or token of at least `min` characters. */
export function key<const Place extends string | null = ''>(details: Details<Place> & { min?: number }) {
  const { min = 0, ...rest } = details;
  const schema = aKey.refine(
    (value) => value === undefined || value.length >= min,
    `must be ${min} characters or more`,
  );
  return makerOf<string | undefined>(schema)<Place>({ ...rest, secret: true });
}

/** A whole number. */
export function integer<const Place extends string | null = ''>(
  fallback: number,
  details: Details<Place> & { min?: number; max?: number },
) {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, ...rest } = details;
  return makerOf<number>(z.coerce.number().int().min(min).max(max).default(fallback), fallback)<Place>(rest);
}

/** One of several values; the first one is the default. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  fallback = words[0],
) => makerOf<Words[number]>(z.enum(words).default(fallback as Words[number]), fallback);
