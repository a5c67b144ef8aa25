import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { extractRequestSchema, searchQuerySchema, videoSchema } from '#contract/videos.ts';
import type { Platform } from '#node/platform.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { goneSignal } from '../services/gone-signal.ts';
import { extractVideo } from '../services/links.ts';
import { searchVideos } from '../services/search-videos.ts';

/** Finding videos, and adding them by their link. */
export async function videoRoutes(root: FastifyInstance, { platform }: { platform: Platform }) {
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  app.get(
    '/api/videos/search',
    { schema: { querystring: searchQuerySchema, response: { 200: videoSchema.array() } } },
    async (request, reply) => {
      const { videos, total, errors, pending } = await searchVideos(
        platform,
        userIdOf(request),
        request.query,
        request.signal,
      );
      reply.header('x-total-count', total);
      if (errors.length > 0) {
        const named = errors.map(({ source, message }) => `${source}: ${message}`).join('; ');
        reply.header('x-source-errors', named);
      }
      if (pending) reply.header('x-source-pending', pending);
      return videos;
    },
  );

  app.post(
    '/api/videos/extract',
    { schema: { body: extractRequestSchema, response: { 200: videoSchema } } },
    (request, reply) => extractVideo(platform, userIdOf(request), request.body.url, goneSignal(reply)),
  );
}
