import * as fc from 'fast-check';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { toJSONSchema, type ZodType } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import type { Belongings } from '../data/belongings.ts';
import { ROUTE_CASES } from './route-cases.ts';
import type { Route } from './routes.ts';

interface JsonSchema {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema | false;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** Values that break naive servers: limits of numbers and lengths, other alphabets, reserved words. */
const NASTY: unknown[] = [
  null,
  '',
  ' ',
  '\0',
  '\uD800',
  '\u202Eabc',
  'a'.repeat(30_000),
  '<script>window.__xss=1</script>',
  '{{7*7}}${7*7}',
  "'; DROP TABLE users; --",
  '../../etc/passwd',
  'https://evil.example/\r\nx: y',
  '__proto__',
  -1,
  0.1,
  1e308,
  2 ** 53,
  2 ** 31,
  true,
  [],
  {},
  { $gt: '' },
  JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
  [[[[[[[[]]]]]]]],
];
const NASTY_TEXTS = NASTY.filter((value) => typeof value === 'string');
const nasty = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
);

/** Returns generators for a schema: of valid values, and with `wild` of other values too. */
function valuesOf(schema: JsonSchema, ids: string[], wild: boolean): fc.Arbitrary<unknown> {
  const right = rightValues(schema, ids, wild);
  return wild ? fc.oneof({ arbitrary: right, weight: 4 }, { arbitrary: nasty, weight: 1 }) : right;
}

function rightValues(schema: JsonSchema, ids: string[], wild: boolean): fc.Arbitrary<unknown> {
  const nested = (inner: JsonSchema) => valuesOf(inner, ids, wild);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(nested));
  if (schema.type === 'string') return texts(schema, ids);
  if (schema.type === 'integer')
    return fc.integer({
      min: Math.max(schema.minimum ?? -10, -1e9),
      max: Math.min(schema.maximum ?? 1e9, 1e9),
    });
  if (schema.type === 'number')
    return fc.double({ min: schema.minimum ?? -10, max: schema.maximum ?? 1e5, noNaN: true });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array') return fc.array(nested(schema.items || {}), { maxLength: 5 });
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, inner]) => [name, nested(inner)] as const);
    return fc.record(Object.fromEntries(fields), {
      requiredKeys: wild ? [] : (schema.required ?? []).filter((name) => name in schema.properties!),
    });
  }
  return fc.jsonValue({ maxDepth: 2 });
}

/** Created once, since fast-check takes milliseconds to build each. */
const ANY_TEXT = fc.string({ unit: 'grapheme' });
const matching = new Map<string, fc.Arbitrary<string>>();

function textsMatching(pattern: string): fc.Arbitrary<string> {
  const arbitrary = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  matching.set(pattern, arbitrary);
  return arbitrary;
}

function texts(schema: JsonSchema, ids: string[]): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.format === 'uri') return fc.webUrl();
  if (schema.pattern) return fc.oneof(textsMatching(schema.pattern), fc.constantFrom(...ids));
  const words = fc.oneof(fc.constantFrom(...ids), ANY_TEXT, fc.lorem());
  return words.map((text) => text.slice(0, schema.maxLength ?? 1000));
}

/**
 * Returns a value of a schema whose free texts are all this one, and which is otherwise as valid as possible.
 */
function withTexts(schema: JsonSchema, text: unknown, ids: string[]): unknown {
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return withTexts(either[0]!, text, ids);
  if (schema.items) return [withTexts(schema.items, text, ids)];
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    return Object.fromEntries(fields.map(([name, inner]) => [name, withTexts(inner, text, ids)]));
  }
  if (schema.format === 'uuid') return ids[0];
  const isFree = schema.type === 'string' && !schema.enum && !schema.pattern && !schema.format;
  return isFree ? text : fc.sample(rightValues(schema, ids, false), { numRuns: 1, seed: 1 })[0];
}

const jsonSchemaOf = (schema: unknown) =>
  toJSONSchema(schema as ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Generates a request of a route: valid, nearly valid or wild, with IDs of the user and of others. */
function requestsTo(
  { method, url, schema }: Route,
  own: Belongings,
  strangersIds: string[],
): fc.Arbitrary<InjectOptions> {
  const ownIds = [
    own.projectId,
    own.runId,
    own.videoId,
    own.uploadId,
    own.scanKey,
    own.uploads.video,
    ...own.sectionIds,
  ];
  const ids = [...ownIds, ...strangersIds];
  const parts = (part: unknown, wild: boolean) =>
    part ? valuesOf(jsonSchemaOf(part), ids, wild) : fc.constant(undefined);
  const route = ROUTE_CASES.get(`${method} ${url}`)!;
  const path = route.url(own).split('?')[0]!;
  const strayed = fc
    .oneof(fc.constantFrom(...ids), fc.string({ minLength: 1 }))
    .map((id) => url.replace(/:\w+|\*/g, () => encodeURIComponent(wellFormed(id))));
  const paths = fc.oneof({ arbitrary: fc.constant(path), weight: 5 }, { arbitrary: strayed, weight: 1 });
  return fc.constantFrom(false, true, true).chain((wild) =>
    fc
      .record({
        path: paths,
        query: parts(schema.querystring, wild),
        body: method === 'GET' ? fc.constant(undefined) : parts(schema.body, wild),
        key: fc.option(fc.oneof(fc.uuid(), fc.string()), { nil: undefined }),
      })
      .map(({ path, query, body, key }) => ({
        method: method as NonNullable<InjectOptions['method']>,
        url: path + queryOf(query),
        headers: {
          cookie: own.user.cookie,
          ...(key !== undefined && { 'idempotency-key': encodeURIComponent(wellFormed(key)) }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })),
  );
}

/**
 * Generates requests that are valid except for their texts: one request for each text, which replaces all
 * texts of the request.
 */
function nastyTextsTo({ method, url, schema }: Route, own: Belongings, all: string[]): InjectOptions[] {
  const path = ROUTE_CASES.get(`${method} ${url}`)!.url(own).split('?')[0]!;
  const parts = (part: unknown, text: unknown) =>
    part ? withTexts(jsonSchemaOf(part), text, [own.projectId]) : undefined;
  if (!schema.body && !schema.querystring) return [];
  return all.map((text) => {
    const body = method === 'GET' ? undefined : parts(schema.body, text);
    return {
      method: method as NonNullable<InjectOptions['method']>,
      url: path + queryOf(parts(schema.querystring, text)),
      headers: {
        cookie: own.user.cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    };
  });
}

const wellFormed = (text: string) => text.replaceAll(/[\uD800-\uDFFF]/g, '?');

function queryOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const pairs = Object.entries(query).map(([name, value]) => [
    name,
    wellFormed(typeof value === 'object' ? JSON.stringify(value) : String(value)),
  ]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs as [string, string][])}` : '';
}

export const NASTY_TEXT_COUNT = NASTY_TEXTS.length;

/** Routes whose fuzzing would delete what the others need, or whose code belongs to a library. */
const LEFT_OUT = /^(DELETE \/api\/user(\/sessions)?|GET \/api\/logout|\w+ \/api\/docs.*)$/;

export interface FuzzFigures {
  requests: number;
  routes: number;
  /** The number of responses by status. */
  statuses: Record<number, number>;
}

export interface FuzzOptions {
  owner: () => Promise<Belongings>;
  stranger: Belongings;
  /** The number of generated requests that are sent to all routes together. */
  requests: number;
  /** The number of nasty texts that each route receives; all by default. */
  textsPerRoute?: number;
  seed: number;
}

/**
 * Sends requests that are generated from the routes' schemas, and valid ones with nasty texts.
 * @throws Error with the request and a smaller similar one if a response is a 5xx (except 503 of unreachable
 * services), hangs, or is an error in another format
 */
export async function fuzzRoutes(
  app: FastifyInstance,
  routes: Route[],
  { owner, stranger, requests, textsPerRoute = NASTY_TEXT_COUNT, seed }: FuzzOptions,
): Promise<FuzzFigures> {
  const chosen = routes.filter(({ method, url }) => !LEFT_OUT.test(`${method} ${url}`));
  const figures: FuzzFigures = { requests: 0, routes: chosen.length, statuses: {} };
  const numRuns = Math.ceil(requests / chosen.length);
  for (const [index, route] of chosen.entries()) {
    const name = `${route.method} ${route.url}`;
    const own = await owner();
    const away = ROUTE_CASES.get(name)!.owner.includes(503);
    const send = async (request: InjectOptions) => {
      const answer = await app.inject(request);
      figures.requests += 1;
      figures.statuses[answer.statusCode] = (figures.statuses[answer.statusCode] ?? 0) + 1;
      const wrong = answer.statusCode >= 500 && !(away && answer.statusCode === 503);
      if (wrong) throw new Error(`${name}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
      if (answer.statusCode >= 400 && !String(answer.headers['content-type']).includes('text/html'))
        errorBodySchema.parse(answer.json());
    };
    // Neighbouring routes receive different texts, so that together they receive all.
    const first = seed + index * textsPerRoute;
    const texts = Array.from(
      { length: textsPerRoute },
      (_, offset) => NASTY_TEXTS[(first + offset) % NASTY_TEXTS.length]!,
    );
    for (const request of nastyTextsTo(route, own, texts)) await send(request);
    const arbitrary = requestsTo(route, own, [stranger.projectId, stranger.sectionIds[0]!, stranger.runId]);
    await fc.assert(fc.asyncProperty(arbitrary, send), { numRuns, seed, endOnFailure: false });
  }
  return figures;
}
