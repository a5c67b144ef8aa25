import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { searchQuerySchema, videoSchema } from '#contract/videos.ts';
import type { Platform } from '#node/platform.ts';
import { requireUser } from '../plugins/session.ts';
import { searchVideos } from '../services/search-videos.ts';

/** Finding videos. */
export async function videoRoutes(root: FastifyInstance, { platform }: { platform: Platform }) {
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  app.get(
    '/api/videos/search',
    { schema: { querystring: searchQuerySchema, response: { 200: videoSchema.array() } } },
    async (request, reply) => {
      const { videos, errors } = await searchVideos(platform, request.query, request.signal);
      if (errors.length > 0) {
        const named = errors.map(({ source, message }) => `${source}: ${message}`).join('; ');
        reply.header('x-source-errors', named);
      }
      return videos;
    },
  );
}
