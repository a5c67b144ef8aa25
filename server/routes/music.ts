import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as calls from '#contract/calls/music.ts';
import { musicNameSchema } from '#contract/found-music.ts';
import type { Backend } from '#core/backend.ts';
import { handle } from '../handle.ts';
import { sendStored } from '../send-stored.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { fetchMusic } from '../services/music/fetch-music.ts';
import { musicPreview } from '../services/music/music-preview.ts';
import { searchMusic } from '../services/music/search-music.ts';
import { openMusicSources } from '../services/music/sources/registry.ts';
import { openUploadBudget } from '../services/uploads/upload-budget.ts';

/** Free music: search, previews, and adding it to a film. */
export async function musicRoutes(root: FastifyInstance, { backend }: { backend: Backend }) {
  const musicBackend = {
    ...backend,
    musicSources: openMusicSources(backend.config),
    uploadBudget: openUploadBudget(backend),
  };
  const app = root.withTypeProvider<ZodTypeProvider>();
  await app.register(fastifyStatic, { serve: false, root: backend.config.dataDir });

  handle(app, calls.searchMusic, ({ query, reply }) =>
    searchMusic(musicBackend, { signal: goneSignal(reply) }, query),
  );

  handle(app, calls.fetchMusic, ({ params: { id: projectId }, body, userId, reply }) => {
    const onProgress = (percentage: number) =>
      backend.bus.publish(userId, 'music.progressed', { projectId, percentage });
    return fetchMusic(musicBackend, { userId, signal: goneSignal(reply), onProgress }, { projectId }, body);
  });

  app.get(
    '/media/music/preview',
    {
      onRequest: requireUser,
      config: { scope: 'read' },
      schema: { querystring: musicNameSchema, hide: true },
    },
    async (request, reply) => {
      const caller = { userId: userIdOf(request), signal: goneSignal(reply) };
      const preview = await musicPreview(musicBackend, caller, request.query);
      reply.header('cache-control', 'private, max-age=3600');
      return sendStored(reply, backend.storage, preview);
    },
  );
}
