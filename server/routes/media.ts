import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { videoIdSchema } from '#contract/videos.ts';
import { AppError } from '#core/lib/errors.ts';
import { youtubeStill } from '#core/media-sources/link/link.ts';
import type { Backend } from '#core/backend.ts';
import { type Artifact, findArtifacts } from '#core/repositories/media/artifacts.ts';
import { isLinkLive } from '#core/repositories/links/project-links.ts';
import { PROXY_FILE } from '#core/repositories/media/proxies.ts';
import { findScanUse } from '#core/repositories/projects/scans.ts';
import { findVideos, PLACEHOLDER_THUMBNAIL } from '#core/repositories/media/videos.ts';
import type { Signer } from '#core/storage/signing.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { sendStored } from '../send-stored.ts';
import { findScanFile } from '../services/media/scan-file.ts';
import { libraryThumbnail } from '../services/media/library-thumbnail.ts';
import { localMediaOf, videoPreview } from '../services/media/video-preview.ts';
import { videoThumbnail } from '../services/media/video-thumbnail.ts';
import { ORIGINAL_FILE } from '../services/section-views/section-preview.ts';
import { sharedFilmRoutes } from './shared-films.ts';

const SCAN_FILES = [PROXY_FILE, 'thumbnail.jpg', 'storyboard.jpg', 'peaks.json', ORIGINAL_FILE] as const;
const signedQuery = z.object({
  k: z.string().max(100),
  f: z.string().max(100),
  n: z.string().max(300),
  p: z.string().max(100).default(''),
  v: z.coerce.number().int().default(-1),
  a: z.string().max(100).default(''),
  e: z.coerce.number().int(),
  s: z.string().max(100),
});

const askerOf = (request: FastifyRequest, reply: FastifyReply) => ({
  userId: userIdOf(request),
  signal: goneSignal(reply),
});

/** Files: previews with a session, films with a signature. All support HEAD, GET and Range. */
export async function mediaRoutes(
  root: FastifyInstance,
  { backend, signer }: { backend: Backend; signer: Signer },
) {
  const { db, storage, sources } = backend;
  const app = root.withTypeProvider<ZodTypeProvider>();
  await app.register(fastifyStatic, { serve: false, root: backend.config.dataDir });

  async function sendFile(reply: FastifyReply, artifact: Artifact | undefined, name: string) {
    const file = artifact?.files.find((candidate) => candidate.name === name);
    if (!file) throw new AppError('not_found', 'There is no such file.');
    return sendStored(reply, storage, file);
  }

  app.get('/media/signed', { schema: { querystring: signedQuery, hide: true } }, async (request, reply) => {
    const file = signer.verify(request.query);
    if (file === 'forged') throw new AppError('forbidden', 'This link is not valid.');
    if (file === 'expired' || !(await isLinkLive(db, file))) {
      throw new AppError('gone', 'This link has expired. Please open the video again.');
    }
    reply.header('content-disposition', contentDisposition(file.name));
    reply.header('cache-control', 'private, max-age=3600');
    return sendFile(reply, (await findArtifacts(db, [file.artifactKey])).get(file.artifactKey), file.file);
  });

  await app.register(sharedFilmRoutes, { backend, sendFile });

  app.get(
    '/media/scans/:key/:file',
    {
      onRequest: requireUser,
      config: { scope: 'read' },
      schema: {
        params: z.object({ key: z.string().regex(/^[0-9a-f]{64}$/), file: z.enum(SCAN_FILES) }),
        hide: true,
      },
    },
    async (request, reply) => {
      const { key, file } = request.params;
      const userId = userIdOf(request);
      if (!(await findScanUse(db, userId, key))) throw new AppError('not_found', 'There is no such file.');
      const scanFile = await findScanFile(db, { userId, scanKey: key, file });
      reply.header(
        'cache-control',
        `private, max-age=${scanFile.isLasting ? '31536000, immutable' : '3600'}`,
      );
      if (scanFile.type) reply.type(scanFile.type);
      return sendFile(reply, scanFile.artifact, scanFile.name);
    },
  );

  app.get(
    '/media/library/:id/thumbnail.jpg',
    {
      onRequest: requireUser,
      config: { scope: 'read' },
      schema: { params: z.object({ id: z.string().regex(/^[0-9a-f]{16}$/) }), hide: true },
    },
    async (request, reply) => {
      const source = await sources.library.thumbnailSource(request.params.id);
      if (!source) throw new AppError('not_found', 'There is no such video.');
      const still = await libraryThumbnail(backend, source, askerOf(request, reply));
      reply.header('cache-control', 'private, max-age=3600').type('image/jpeg');
      return sendStored(reply, storage, still);
    },
  );

  async function sendThumbnail(
    request: FastifyRequest,
    reply: FastifyReply,
    video: Parameters<typeof videoThumbnail>[1],
  ) {
    const still = await videoThumbnail(backend, video, askerOf(request, reply));
    if (still === null) {
      return reply.header('cache-control', 'private, max-age=300').redirect(PLACEHOLDER_THUMBNAIL);
    }
    reply.header('cache-control', 'private, max-age=86400').type('image/jpeg');
    return sendStored(reply, storage, still);
  }

  app.get(
    '/media/videos/:id/preview.jpg',
    {
      onRequest: requireUser,
      config: { scope: 'read' },
      schema: { params: z.object({ id: videoIdSchema }), hide: true },
    },
    async (request, reply) => {
      const [video] = await findVideos(db, [request.params.id], userIdOf(request));
      const strip = video && (await videoPreview(backend, video, askerOf(request, reply)));
      if (!strip) throw new AppError('not_found', 'There is no preview of this video.');
      reply.header('cache-control', 'private, max-age=86400').type('image/jpeg');
      return sendStored(reply, storage, strip);
    },
  );

  // The page has a link's ID before its video is known.
  app.get(
    '/media/youtube/:id/still.jpg',
    {
      onRequest: requireUser,
      config: { scope: 'read' },
      schema: { params: z.object({ id: z.string().regex(/^[\w-]{11}$/) }), hide: true },
    },
    (request, reply) =>
      sendThumbnail(request, reply, { thumbnailUrl: youtubeStill(request.params.id), ownerId: null }),
  );

  app.get(
    '/media/videos/:id/thumbnail.jpg',
    {
      preHandler: requireUser,
      config: { scope: 'read' },
      schema: { params: z.object({ id: videoIdSchema }), hide: true },
    },
    async (request, reply) => {
      const [video] = await findVideos(db, [request.params.id], userIdOf(request));
      if (!video) throw new AppError('not_found', 'There is no such video.');
      if (video.source !== 'upload') return sendThumbnail(request, reply, video);
      const media = await localMediaOf(backend, video);
      if (!media) return reply.redirect(PLACEHOLDER_THUMBNAIL);
      const still = await libraryThumbnail(backend, media, askerOf(request, reply));
      reply.header('cache-control', 'private, max-age=86400').type('image/jpeg');
      return sendStored(reply, storage, still);
    },
  );
}
