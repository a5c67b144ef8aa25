import { describe, expect, it, vi } from 'vitest';
import type { Call } from '#contract/calls/define-call.ts';
import { scopeOf } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import { ERROR_STATUS } from '#contract/errors.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { openAppWithRoutes } from '../../helpers/calls/routes.ts';
import { createUser } from '../../helpers/data/user.ts';

interface Operation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
  security: object[];
}

const backend = await openTestBackend();
const { app, routes } = await openAppWithRoutes(backend);
const document = (await app.inject('/api/openapi.json')).json() as OpenApi;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    path,
    operation,
  })),
);

/** Returns every `$ref` in a part of the document. */
function refsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : refsIn(value),
  );
}

/** Returns the target of a `$ref` such as #/components/schemas/Run, or `undefined` if it does not exist. */
function resolve(ref: string): unknown {
  const names = ref.replace(/^#\//, '').split('/');
  return names.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    document,
  );
}

describe('the OpenAPI document', () => {
  it('is built once', async () => {
    const build = vi.spyOn(app, 'swagger');
    const stringify = vi.spyOn(JSON, 'stringify');
    const answers = [await app.inject('/api/openapi.json'), await app.inject('/api/openapi.json')];
    const large = stringify.mock.results.filter(({ value }) => String(value).length > 100_000);
    expect([build.mock.calls.length, large.length]).toEqual([0, 0]);
    vi.restoreAllMocks();
    for (const { body, headers } of answers) {
      expect(JSON.parse(body)).toEqual(document);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('does not mention the outbox in production, nor does any other call', async () => {
    const config = { ...backend.config, mode: 'production' as const };
    const production = await openTestApp({ ...backend, config });
    const { cookie } = await createUser(backend);
    for (const url of ['/api/openapi.json', '/api/docs/json', '/api/config']) {
      const answer = await production.inject(url);
      expect([url, answer.statusCode, answer.body.includes('outbox')]).toEqual([url, 200, false]);
    }
    expect((await production.inject({ url: '/api/outbox', headers: { cookie } })).statusCode).toBe(404);
  });

  it('lists every call, and nothing else', () => {
    const documented = routes
      .filter(({ url, schema }) => url.startsWith('/api/') && !schema.hide)
      .map(({ method, url }) => `${method} ${url}`);
    expect(documented.length).toBeGreaterThan(35);
    expect(operations.map(({ name }) => name).toSorted()).toEqual(documented.toSorted());
    const defined = Object.values(calls).map(({ method, path }) => `${method} ${path}`);
    expect(defined.toSorted()).toEqual(documented.toSorted());
  });

  it('names every operation after its call', () => {
    const named = operations.map(({ name, operation }) => [operation.operationId, name]);
    const defined = Object.entries<Call>(calls).map(([id, { method, path }]) => [id, `${method} ${path}`]);
    expect(named.toSorted()).toEqual(defined.toSorted());
  });

  it('hides only routes that programs do not call', () => {
    const hidden = routes.filter(({ url, schema }) => url.startsWith('/api/') && schema.hide);
    const names = hidden.map(({ url }) => url).filter((url) => !url.startsWith('/api/docs'));
    expect([...new Set(names)].toSorted()).toEqual([
      '/api/login',
      '/api/logout',
      '/api/openapi.json',
      '/api/outbox',
      '/api/youtube/callback',
    ]);
  });

  it('has version 3.1, and all of its references resolve', () => {
    expect(document.openapi).toBe('3.1.0');
    const refs = refsIn(document);
    expect(refs).toEqual(
      expect.arrayContaining(['Error', 'Run', 'Section', 'Video'].map((id) => `#/components/schemas/${id}`)),
    );
    expect(refs.filter((ref) => typeof resolve(ref) !== 'object')).toEqual([]);
  });

  it.each(operations)('$name describes its input, response and errors', ({ name, path, operation }) => {
    expect(operation.tags).toHaveLength(1);
    expect(operation.summary).toMatch(/^[A-Z].+\.$/);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(inPath.map((parameter) => parameter.name)).toEqual(named);
    expect(inPath.every((parameter) => parameter.required)).toBe(true);

    const route = routes.find(({ method, url }) => `${method} ${url}` === name)!;
    const bodies = operation.requestBody ? [operation.requestBody.content] : [];
    expect(bodies.length > 0).toBe(route.schema.body !== undefined);

    const answers = Object.entries(operation.responses);
    const good = answers.filter(([status]) => /^[23]/.test(status));
    const full = good.filter(([status]) => status !== '204' && status !== '302');
    expect(good.length).toBeGreaterThan(0);
    expect(good.filter(([, { content }]) => content)).toEqual(full);
    for (const content of [...bodies, ...full.map(([, answer]) => answer.content!)]) {
      expect(Object.keys(content['application/json']!.schema)).not.toEqual([]);
    }
    const refusals = answers.filter(([status]) => /^[45]/.test(status));
    for (const [status, { description, content }] of refusals) {
      expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      const codes = Object.entries(ERROR_STATUS).filter(([, value]) => String(value) === status);
      const isNamed = codes.some(([code]) => description.includes(code));
      expect([status, isNamed]).toEqual([status, !status.endsWith('XX')]);
    }
    const needsSession = operation.security?.length !== 0;
    expect('401' in operation.responses).toBe(needsSession);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['429', '500', '503']));
  });

  // product 6.10
  it('declares the bearer of API keys, and the scope that each call needs', () => {
    expect(document.components.securitySchemes['apiKey']).toMatchObject({ type: 'http', scheme: 'bearer' });
    const declared = operations.map(({ name, operation }) => [name, operation.security]);
    const expected = Object.values<Call>(calls).map((call) => {
      const scope = scopeOf(call);
      const keyed = scope === null ? undefined : [{ session: [] }, { apiKey: [scope] }];
      return [`${call.method} ${call.path}`, call.open ? [] : keyed];
    });
    expect(declared).toEqual(expect.arrayContaining(expected));
  });

  it('states correctly which calls require a session', async () => {
    expect(document.security).toEqual([{ session: [] }]);
    expect(document.components.securitySchemes['session']).toMatchObject({ in: 'cookie', name: 'cutroom' });
    for (const { name, path, operation } of operations) {
      const [method] = name.split(' ') as ['GET'];
      const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
      const { statusCode } = await app.inject({
        method,
        url: `${url}?query=x`,
        ...(operation.requestBody && { payload: {} }),
      });
      expect([name, statusCode === 401]).toEqual([name, operation.security?.length !== 0]);
    }
  });
});
