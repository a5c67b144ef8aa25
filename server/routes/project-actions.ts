import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { filmQuerySchema } from '#contract/generation.ts';
import { deletedProjectSchema, duplicateResultSchema, shareResultSchema } from '#contract/projects.ts';
import { runSchema } from '#contract/runs.ts';
import type { Platform } from '#node/platform.ts';
import { findRun } from '#node/repositories/runs.ts';
import { listDeletedProjects } from '#node/repositories/projects.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { duplicateProject } from '../services/duplicate-project.ts';
import { deleteProject, restoreProject } from '../services/manage-projects.ts';
import { retryVideos } from '../services/retry-videos.ts';
import { shareFilm, unshareFilm } from '../services/share.ts';
import { idParams } from './projects.ts';

/** What My Videos does with a whole project: share, duplicate, delete, restore. */
export async function projectActionRoutes(root: FastifyInstance, { platform }: { platform: Platform }) {
  const { db, bus } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  app.post(
    '/api/projects/:id/share',
    { schema: { params: idParams, querystring: filmQuerySchema, response: { 200: shareResultSchema } } },
    async (request) => {
      const { id } = request.params;
      const url = await shareFilm(db, userIdOf(request), id, request.query.language);
      bus.publish(userIdOf(request), 'project.changed', { projectId: id });
      return { url };
    },
  );

  app.delete(
    '/api/projects/:id/share',
    { schema: { params: idParams, querystring: filmQuerySchema, response: { 204: z.null() } } },
    async (request, reply) => {
      const { id } = request.params;
      await unshareFilm(db, userIdOf(request), id, request.query.language);
      bus.publish(userIdOf(request), 'project.changed', { projectId: id });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/projects/:id/videos/retry',
    { schema: { params: idParams, response: { 200: runSchema } } },
    async (request) => {
      const runId = await retryVideos(platform, userIdOf(request), request.params.id);
      return (await findRun(db, runId, userIdOf(request)))!.run;
    },
  );

  app.post(
    '/api/projects/:id/duplicate',
    { schema: { params: idParams, response: { 200: duplicateResultSchema } } },
    async (request) => ({
      projectId: await duplicateProject(platform, userIdOf(request), request.params.id),
    }),
  );

  app.delete(
    '/api/projects/:id',
    { schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteProject(platform, userIdOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/projects/:id/restore',
    { schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await restoreProject(platform, userIdOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/user/videos/deleted',
    { schema: { response: { 200: deletedProjectSchema.array() } } },
    (request) => listDeletedProjects(db, userIdOf(request)),
  );
}
