import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MAX_SHARE_PASSWORD } from '#contract/limits.ts';
import { AppError, TryLaterError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { type Artifact, findArtifacts } from '#core/repositories/media/artifacts.ts';
import { createAddressOf } from '../plugins/client-address.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { sendStored } from '../send-stored.ts';
import { findSharedFilm, type SharedView, watchPath } from '../services/films/share.ts';
import { countTry } from '../services/watch/count-try.ts';
import { captionsIn } from '#core/film-captions/film-captions.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { allowFramesOf } from '../plugins/security.ts';
import { filmPoster } from '../services/media/film-poster.ts';
import { createPasses, PASS_TTL } from '../services/watch/passes.ts';
import { describeEmbed, isEmbeddable, OEMBED_PATH } from '../services/watch/oembed.ts';
import { isPassword } from '../services/watch/password.ts';
import { readWatchPage } from '../services/watch/read-watch-page.ts';
import { WATCH_FONT_PATH, watchFont } from '../services/watch/watch-fonts.ts';
import { PROVENANCE_FILE, readProvenance } from '../services/watch/provenance.ts';
import { NOT_SHARED, NOT_SHARED_PAGE } from '../services/watch/page-frame.ts';
import { embedPage, lockedEmbedPage, passwordPage, watchPage } from '../services/watch/watch-page.ts';
import { WATCH_SCRIPT, WATCH_SCRIPT_PATH } from '../services/watch/watch-script.ts';

const COOKIE = 'cutroom-watch';
/** The size of a form with the longest password, each character escaped. */
const FORM_BYTES = MAX_SHARE_PASSWORD * 12 + 100;
const CAPTIONS = /^captions-([a-z]{2})\.vtt$/;

const tokenParams = z.object({ token: z.string() });
const pageQuery = z.object({ t: z.coerce.number().int().min(0).max(86_400).catch(0) });
const fileQuery = z.object({
  e: z.coerce.number().int().optional().catch(undefined),
  s: z.string().max(100).optional().catch(undefined),
  d: z.literal('1').optional().catch(undefined),
});
const pixels = z.coerce.number().int().min(1).max(100_000).optional();
const oembedQuery = z.object({
  url: z.string().max(2000),
  maxwidth: pixels,
  maxheight: pixels,
  format: z.literal('json').optional(),
});
const form = z
  .object({ password: z.string().min(1).max(MAX_SHARE_PASSWORD).catch('') })
  .catch({ password: '' });

interface Parts {
  backend: Backend;
  sendFile(reply: FastifyReply, artifact: Artifact | undefined, name: string): Promise<FastifyReply>;
}

/**
 * The watch page of a shared film, and its files: for everyone who has the link, with the creator's settings.
 */
export async function sharedFilmRoutes(root: FastifyInstance, { backend, sendFile }: Parts) {
  const { db, config } = backend;
  const app = root.withTypeProvider<ZodTypeProvider>();
  const passes = createPasses(config.secret);
  const addressOf = createAddressOf(config);

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  // Revalidated on each request: a revoked link stops working immediately, and a new film appears
  // immediately.
  const fresh = (reply: FastifyReply) =>
    reply.header('cache-control', 'private, no-cache, must-revalidate').header('x-robots-tag', 'noindex');

  function sendNotShared(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store');
    if (!request.headers.accept?.includes('text/html')) throw new AppError('not_found', NOT_SHARED);
    return reply.code(404).type('text/html').send(NOT_SHARED_PAGE);
  }

  const lockOf = (token: string, { film }: SharedView) => ({ token, password: film.share.password });

  function hasEntered(request: FastifyRequest, token: string, shared: SharedView): boolean {
    if (shared.film.share.password === null) return true;
    const [expires = '', signature = ''] = (request.cookies[COOKIE] ?? '').split('.');
    return passes.admits('page', lockOf(token, shared), { expires: Number(expires), signature });
  }

  app.get(WATCH_SCRIPT_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/javascript').send(WATCH_SCRIPT),
  );

  app.get(
    `${WATCH_FONT_PATH}/:name.ttf`,
    { schema: { params: z.object({ name: z.string() }), hide: true } },
    async (request, reply) => {
      const path = watchFont(request.params.name);
      if (!path) throw new AppError('not_found', 'There is no such file.');
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('font/ttf');
      return reply.send(createReadStream(path));
    },
  );

  app.get(
    '/media/share/:token',
    { schema: { params: tokenParams, querystring: pageQuery, hide: true } },
    async (request, reply) => {
      const { token } = request.params;
      fresh(reply);
      const shared = await findSharedFilm(db, token);
      if (!shared) return sendNotShared(request, reply);
      // The page contains passes, and what a password protects.
      reply.header('cache-control', 'no-store').type('text/html');
      if (!hasEntered(request, token, shared))
        return reply.code(401).send(passwordPage(watchPath(token), null));
      const pass = passes.give('files', lockOf(token, shared));
      return reply.send(
        watchPage(await readWatchPage(backend, shared, { token, pass, startS: request.query.t })),
      );
    },
  );

  app.get(
    '/media/share/:token/embed',
    { schema: { params: tokenParams, querystring: pageQuery, hide: true } },
    async (request, reply) => {
      const { token } = request.params;
      fresh(reply);
      const shared = await findSharedFilm(db, token);
      if (!shared) return sendNotShared(request, reply);
      const { embedOrigins, password } = shared.film.share;
      if (embedOrigins.length === 0) return reply.redirect(watchPath(token), 303);
      allowFramesOf(embedOrigins, reply);
      reply.header('cache-control', 'no-store').type('text/html');
      if (password !== null) return reply.send(lockedEmbedPage(watchPath(token)));
      const pass = passes.give('files', lockOf(token, shared));
      return reply.send(
        embedPage(await readWatchPage(backend, shared, { token, pass, startS: request.query.t })),
      );
    },
  );

  app.get(
    OEMBED_PATH,
    { schema: { querystring: oembedQuery, hide: true } },
    async ({ query: { url, maxwidth, maxheight } }, reply) => {
      // Any site may ask, since the response is what the page of the link contains.
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-cache');
      return describeEmbed(db, config.publicUrl, { url, maxWidth: maxwidth, maxHeight: maxheight });
    },
  );

  app.post(
    '/media/share/:token',
    { config: { rate: 'costly' }, schema: { params: tokenParams, hide: true } },
    async (request, reply) => {
      const { token } = request.params;
      fresh(reply);
      const shared = await findSharedFilm(db, token);
      if (!shared) return sendNotShared(request, reply);
      const { password: stored } = shared.film.share;
      const { password } = form.parse(request.body);
      reply.header('cache-control', 'no-store');
      if (stored !== null) {
        const refuse = (status: number, why: string) =>
          reply
            .code(status)
            .type('text/html')
            .send(passwordPage(watchPath(token), why));
        try {
          const giveBack = await countTry(backend, lockOf(token, shared), addressOf(request.raw));
          if (!(await isPassword(password, stored))) return refuse(403, 'Wrong password. Try again.');
          await giveBack();
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          if (error instanceof TryLaterError) reply.header('retry-after', error.retryAfterSeconds);
          return refuse(error.statusCode, error.message);
        }
        const { expires, signature } = passes.give('page', lockOf(token, shared));
        reply.setCookie(COOKIE, `${expires}.${signature}`, {
          path: watchPath(token),
          httpOnly: true,
          sameSite: 'lax',
          secure: config.secureCookies,
          maxAge: PASS_TTL.page,
        });
      }
      return reply.redirect(watchPath(token), 303);
    },
  );

  app.get(
    '/media/share/:token/*',
    { schema: { params: tokenParams.extend({ '*': z.string() }), querystring: fileQuery, hide: true } },
    async (request, reply) => {
      const { token, '*': name } = request.params;
      const { e: expires, s: signature, d } = request.query;
      fresh(reply);
      const shared = await findSharedFilm(db, token);
      if (!shared) return sendNotShared(request, reply);
      const { film, project } = shared;
      const { password, downloads } = film.share;
      const hasPass =
        expires !== undefined &&
        signature !== undefined &&
        passes.admits('files', lockOf(token, shared), { expires, signature });
      const captions = CAPTIONS.exec(name)?.[1];
      const isFilm = !captions && name !== 'poster.jpg' && name !== PROVENANCE_FILE;
      // The page has passes for everything, and asks for the password.
      if (!hasPass && (password !== null || (isFilm && !downloads))) {
        return reply.redirect(watchPath(token), 303);
      }
      if (isFilm) {
        const disposition = d && downloads ? 'attachment' : 'inline';
        reply.header('content-disposition', contentDisposition(`${project.title}.mp4`, disposition));
        return sendFile(
          reply,
          (await findArtifacts(db, [film.artifactKey])).get(film.artifactKey),
          'film.mp4',
        );
      }
      if (name === PROVENANCE_FILE) return reply.send(await readProvenance(db, shared));
      if (captions) {
        const vtt = await captionsIn(backend, shared, captions);
        if (!vtt) throw new AppError('not_found', 'There are no subtitles in this language.');
        return reply.type('text/vtt; charset=utf-8').send(vtt);
      }
      const poster = await filmPoster(backend, film, { userId: project.userId, signal: goneSignal(reply) });
      if (poster === null) throw new AppError('not_found', 'There is no picture of this video.');
      // Sites that embed the film show its poster.
      if (isEmbeddable(film.share)) reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendStored(reply.type('image/jpeg'), backend.storage, poster);
    },
  );
}
