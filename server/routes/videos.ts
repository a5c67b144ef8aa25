import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/videos.ts';
import type { Backend } from '#core/backend.ts';
import { handle } from '../handle.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { extractVideo } from '../services/links.ts';
import { searchVideos } from '../services/search/search-videos.ts';

/** Video search, and adding videos by link. */
export async function videoRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  handle(app, calls.searchVideos, async ({ query, userId, reply }) => {
    const caller = { userId, signal: goneSignal(reply) };
    const { videos, total, errors, pending } = await searchVideos(backend, caller, query);
    reply.header('x-total-count', total);
    if (errors.length > 0) {
      const named = errors.map(({ source, message }) => `${source}: ${message}`).join('; ');
      reply.header('x-source-errors', named);
    }
    if (pending) reply.header('x-source-pending', pending);
    return videos;
  });

  handle(app, calls.extractVideo, ({ body, userId, reply }) =>
    extractVideo(backend, { userId, signal: goneSignal(reply) }, body),
  );
}
