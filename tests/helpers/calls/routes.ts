import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { Backend } from '#core/backend.ts';
import { openTestApp } from '../services/backend.ts';

export interface Route {
  method: string;
  /** The route with named parameters, as in `/api/projects/:id`. */
  url: string;
  schema: FastifySchema;
  config: FastifyContextConfig;
}

/**
 * Returns the API on a backend, and every route that it registered, once. HEAD is part of GET.
 * @param beforeHandler called after the check of each request
 */
export async function openAppWithRoutes(
  backend: Backend,
  beforeHandler?: () => Promise<void>,
): Promise<{ app: FastifyInstance; routes: Route[] }> {
  const routes = new Map<string, Route>();
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (options) => {
      const { method, url, schema = {}, config = {} } = options;
      if (beforeHandler) options.preHandler = [options.preHandler ?? [], beforeHandler].flat();
      for (const one of [method].flat()) {
        if (one !== 'HEAD' && one !== 'OPTIONS') {
          routes.set(`${one} ${url}`, { method: one, url, schema, config });
        }
      }
    });
  };
  subscribe('fastify.initialization', listen);
  const app = await openTestApp(backend).finally(() => unsubscribe('fastify.initialization', listen));
  return { app, routes: [...routes.values()] };
}

/** Headers of requests from a page of another site. */
export const FOREIGN_HEADERS: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3001' },
  { origin: '' },
  { origin: 'not an origin' },
];

/** Bodies that a page may send to another site without a preflight, with their content types. */
export const FORM_BODIES: [string, string][] = [
  ['text/plain', '{"title":"New"}'],
  ['application/x-www-form-urlencoded', 'title=New'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nNew\r\n--x--\r\n',
  ],
  ['text/json', '{}'],
];
