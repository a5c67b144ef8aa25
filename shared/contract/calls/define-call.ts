import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { languageSchema, uuidSchema } from '../primitives.ts';

export type Tag =
  | 'Account'
  | 'Channel'
  | 'Billing'
  | 'Videos'
  | 'Projects'
  | 'Sections'
  | 'Films'
  | 'Music'
  | 'Runs'
  | 'Uploads'
  | 'Models'
  | 'Installation';

/** The definition of a call. Routes, client, OpenAPI, limits and tests follow from it. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its parameters by name, as in `/api/projects/:id`. */
  path: `/api/${string}`;
  tag: Tag;
  /** One sentence: what the call does or returns. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The content type of a body that is not JSON. */
  consumes?: 'multipart/form-data';
  /** The response; a call without one answers 204. */
  response?: z.ZodType;
  /** The content types of a response that is a file, not JSON. */
  produces?: readonly string[];
  /** The statuses of a response with a body; 200 by default. */
  statuses?: readonly (200 | 201)[];
  /** True for a redirect (302). */
  redirects?: true;
  /** True when it takes an Idempotency-Key: one key for each intention, and a repeated call gets the first response. */
  idempotent?: true;
  /** Costly calls ask other sites, make work for workers or take large bodies, so fewer are allowed in a minute. */
  rate?: 'costly';
  /** True when it waits for another service or a long body, so it takes no turn among its user's calls. */
  lasts?: true;
  /** True when it needs no session. */
  open?: true;
  /** Errors beside those that follow from the call's input. */
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
 * Returns the definition itself; its type carries those of params, query, body and response. `params` are those of its
 * path.
 */
export const defineCall = <const C extends Call>(call: C & ParamsOf<C['path']>): C => call;

export const idParams = z.object({ id: uuidSchema });
export const languageQuery = z.object({ language: languageSchema.default('en') });

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The input of a call's handler, checked and with defaults. */
export interface Received<C extends Call> {
  params: OutputOf<C['params']>;
  query: OutputOf<C['query']>;
  body: OutputOf<C['body']>;
}

/** The response of a call. */
export type Answer<C extends Call> = C['response'] extends z.ZodType ? z.output<C['response']> : void;

/** A query is text, so its values are those that its schema parses from text. */
type QueryOf<Schema> = {
  [K in keyof InputOf<Schema>]: K extends keyof OutputOf<Schema> ? OutputOf<Schema>[K] : never;
};
type BodyOf<Schema> = {
  [K in keyof NonNullable<InputOf<Schema>>]: unknown extends NonNullable<InputOf<Schema>>[K]
    ? OutputOf<Schema>[K & keyof OutputOf<Schema>]
    : NonNullable<InputOf<Schema>>[K];
};

/** What a client sends with a call; fields with defaults are optional. */
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

/** Every error that a call may answer with; most follow from its input. */
export function errorsOf(call: Call): ErrorCode[] {
  const takesInput = Boolean(call.params ?? call.query ?? call.body ?? call.idempotent);
  const codes: (ErrorCode | false | undefined)[] = [
    takesInput && 'bad_request',
    !call.open && 'unauthorized',
    call.method !== 'GET' && 'forbidden',
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
