import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UserSettings } from '#contract/users.ts';
import type { Database } from '#core/db/database.ts';
import { findTheme } from '#core/repositories/account/users.ts';

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

/**
 * Serves the built client: hashed files with an unlimited lifetime, and index.html for every screen, with the
 * theme of its user. So the first sign-in in a browser is painted in that theme before the page's scripts run.
 */
export async function clientRoutes(
  app: FastifyInstance,
  { client, db }: { client: BuiltClient; db: Database },
) {
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
  const themeOf = async ({ session, log }: FastifyRequest): Promise<UserSettings['theme'] | undefined> => {
    if (!session) return undefined;
    try {
      return await findTheme(db, session.userId);
    } catch (error) {
      // The page sets the theme itself once it has received the settings.
      log.warn({ err: (error as Error).message }, 'page sent without its theme');
      return undefined;
    }
  };
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (!SCREENS.test(request.url.split('?')[0]!)) return reply.callNotFound();
    const theme = await themeOf(request);
    return reply
      .type('text/html')
      .header('cache-control', 'private, no-cache')
      .send(theme ? index.replace('<html', `<html data-theme="${theme}"`) : index);
  });
}
