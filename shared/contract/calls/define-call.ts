import { z } from 'zod';
import type { Scope } from '../api-keys.ts';
import type { ErrorCode } from '../errors.ts';
import { languageSchema, uuidSchema } from '../primitives.ts';

export type Tag =
  | 'Account'
  | 'API keys'
  | 'Webhooks'
  | 'Channel'
  | 'Billing'
  | 'Videos'
  | 'Projects'
  | 'Sections'
  | 'Proposals'
  | 'Films'
  | 'Music'
  | 'Runs'
  | 'Uploads'
  | 'Models'
  | 'Installation';

/** The definition of a call. Routes, client, OpenAPI, limits and tests follow from it. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path with its parameters as names, as in `/api/projects/:id`. */
  path: `/api/${string}`;
  tag: Tag;
  /** One sentence: what the call does or returns. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The content type of a body that is not JSON. */
  consumes?: 'multipart/form-data';
  /** Whether only clients of earlier versions send it. The next version removes it. */
  deprecated?: true;
  /** The response; a call without one answers 204. */
  response?: z.ZodType;
  /** The content types of a response that is a file, not JSON. */
  produces?: readonly string[];
  /** The statuses of a response with a body; 200 by default. */
  statuses?: readonly (200 | 201)[];
  /** Whether it redirects (302). */
  redirects?: true;
  /**
   * Whether it accepts an Idempotency-Key. A client makes one key per intention; a repeated call gets the
   * first response.
   */
  idempotent?: true;
  /**
   * Costly calls request other sites, create work for workers or have large bodies, so fewer are allowed per
   * minute. Calls that sign in are counted by address.
   */
  rate?: 'costly' | 'signIn';
  /**
   * Whether it waits for another service or a long body. Such a call does not take a turn among its user's
   * calls.
   */
  lasts?: true;
  /** Whether it needs no session. */
  open?: true;
  /**
   * The scope that an API key needs for it; `null` if it refuses every key. By default `read` for GET, and
   * `edit` for other methods. A call that starts or ends work of workers has `generate`.
   */
  scope?: Scope | null;
  /** Errors that do not follow from the call's input. */
  errors?: readonly ErrorCode[];
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsOf<Path extends string> = [ParamNames<Path>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<ParamNames<Path>, z.ZodType<string>>> };

/**
 * Returns the definition itself. Its type contains the types of params, query, body and response. `params`
 * must match the parameters of `path`.
 */
export const defineCall = <const C extends Call>(call: C & ParamsOf<C['path']>): C => call;

export const idParams = z.object({ id: uuidSchema });
export const languageQuery = z.object({ language: languageSchema.default('en') });

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The parsed input of a call's handler, with defaults. */
export interface Received<C extends Call> {
  params: OutputOf<C['params']>;
  query: OutputOf<C['query']>;
  body: OutputOf<C['body']>;
}

/** The response of a call. */
export type Answer<C extends Call> = C['response'] extends z.ZodType ? z.output<C['response']> : void;

/** A query is text, so its schemas must parse their values from text. */
type QueryOf<Schema> = {
  [K in keyof InputOf<Schema>]: K extends keyof OutputOf<Schema> ? OutputOf<Schema>[K] : never;
};
type BodyOf<Schema> = {
  [K in keyof NonNullable<InputOf<Schema>>]: unknown extends NonNullable<InputOf<Schema>>[K]
    ? OutputOf<Schema>[K & keyof OutputOf<Schema>]
    : NonNullable<InputOf<Schema>>[K];
};

/** The input that a client sends with a call. Fields with defaults are optional. */
export type Sent<C extends Call> = (C['params'] extends z.ZodType
  ? { params: InputOf<C['params']> }
  : unknown) &
  (C['query'] extends z.ZodType
    ? Record<never, never> extends QueryOf<C['query']>
      ? { query?: QueryOf<C['query']> }
      : { query: QueryOf<C['query']> }
    : unknown) &
  (C['body'] extends z.ZodType ? { body: BodyOf<C['body']> } : unknown) &
  (C['idempotent'] extends true ? { idempotencyKey?: string | undefined } : unknown);

/** Returns the scope that an API key needs for a call; `null` if the call refuses every key. */
export function scopeOf({ scope, method }: Call): Scope | null {
  if (scope !== undefined) return scope;
  return method === 'GET' ? 'read' : 'edit';
}

/** Returns all errors with which a call may respond. Most follow from its input. */
export function errorsOf(call: Call): ErrorCode[] {
  const takesInput = Boolean(call.params ?? call.query ?? call.body ?? call.idempotent);
  const codes: (ErrorCode | false | undefined)[] = [
    takesInput && 'bad_request',
    !call.open && 'unauthorized',
    // Another site's page, or an API key without the scope.
    !call.open && 'forbidden',
    call.params && 'not_found',
    call.body && 'request_timeout',
    call.body && 'too_large',
    call.body && 'unsupported_media_type',
    // The key was used for another request.
    call.idempotent && 'unprocessable',
    ...(call.errors ?? []),
    'too_many_requests',
    'internal',
    'unavailable',
  ];
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}
