import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const SCREENS = /^\/(?!api\/|auth\/|media\/|socket\.io\/|standins\/|ws$)[^.]*$/;

export interface BuiltClient {
  dir: string;
  /** The inline scripts of index.html, for the content security policy. */
  inlineScripts: string[];
}

/** Finds the client built by `vite build`; `undefined` if it was not built, as in tests of the API alone. */
export function findClient(dir: string): BuiltClient | undefined {
  const index = join(dir, 'index.html');
  if (!existsSync(index)) return undefined;
  const scripts = readFileSync(index, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g);
  return { dir, inlineScripts: [...scripts].map((match) => match[1]!) };
}

/** Serves the built client: hashed files with an unlimited lifetime, index.html for every screen. */
export async function clientRoutes(app: FastifyInstance, { client }: { client: BuiltClient }) {
  await app.register(fastifyStatic, {
    root: client.dir,
    wildcard: false,
    index: false,
    decorateReply: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const index = readFileSync(join(client.dir, 'index.html'), 'utf8');
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (!SCREENS.test(request.url.split('?')[0]!)) return reply.callNotFound();
    return reply.type('text/html').header('cache-control', 'no-cache').send(index);
  });
}
