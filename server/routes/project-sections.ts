import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { clipsQuerySchema } from '#contract/projects.ts';
import {
  clipSchema,
  deletedSectionSchema,
  reorderSchema,
  sectionCreateSchema,
  sectionListSchema,
  sectionSchema,
  sectionsDeleteSchema,
  undoResultSchema,
} from '#contract/sections.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { findOwnProject } from '#node/repositories/projects.ts';
import { findDeletedSections, findSections } from '#node/repositories/sections.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { viewSections } from '../services/section-view.ts';
import { deleteSections, reorderSections, resetSections } from '../services/sections/arrange.ts';
import { readClips } from '../services/sections/clips.ts';
import { createSection } from '../services/sections/create.ts';
import { NO_PROJECT } from '../services/sections/edit.ts';
import { travelEdits } from '../services/sections/undo.ts';
import { idempotencyHeaders, idParams, languageQuery } from './projects.ts';

/** The sections of a project as a whole: adding one, their order, Reset, Undo and Redo, clips. */
export async function projectSectionRoutes(root: FastifyInstance, { platform }: { platform: Platform }) {
  const { db, bus } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  const tell = (userId: string, projectId: string) => bus.publish(userId, 'project.changed', { projectId });
  const refuseForeign = async (projectId: string, userId: string) => {
    if (!(await findOwnProject(db, projectId, userId))) throw new AppError('not_found', NO_PROJECT);
  };

  app.post(
    '/api/projects/:id/sections',
    {
      schema: {
        params: idParams,
        querystring: languageQuery,
        headers: idempotencyHeaders,
        body: sectionCreateSchema,
        response: { 200: sectionSchema, 201: sectionSchema },
      },
    },
    async (request, reply) => {
      const [userId, projectId] = [userIdOf(request), request.params.id];
      const { language } = request.query;
      const idempotencyKey = request.headers['idempotency-key'];
      const wish = { userId, projectId, language, idempotencyKey };
      const { row, repeated } = await createSection(platform, wish, request.body);
      tell(userId, projectId);
      const [section] = await viewSections(platform, [row], language);
      return reply.code(repeated ? 200 : 201).send(section!);
    },
  );

  app.patch(
    '/api/projects/:id/sections/reorder',
    { schema: { params: idParams, body: reorderSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      const [userId, projectId] = [userIdOf(request), request.params.id];
      await reorderSections(platform, { userId, projectId }, request.body.sectionIds);
      tell(userId, projectId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/projects/:id/sections/delete',
    { schema: { params: idParams, body: sectionsDeleteSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      const [userId, projectId] = [userIdOf(request), request.params.id];
      await deleteSections(platform, { userId, projectId }, request.body.sectionIds);
      tell(userId, projectId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/projects/:id/sections/deleted',
    { schema: { params: idParams, response: { 200: deletedSectionSchema.array() } } },
    async (request) => {
      await refuseForeign(request.params.id, userIdOf(request));
      const rows = await findDeletedSections(db, request.params.id);
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        duration: (row.end_ms - row.start_ms) / 1000,
        deletedAt: row.deleted_at!.toISOString(),
      }));
    },
  );

  app.post(
    '/api/projects/:id/sections/reset',
    { schema: { params: idParams, querystring: languageQuery, response: { 200: sectionListSchema } } },
    async (request) => {
      const [userId, projectId] = [userIdOf(request), request.params.id];
      await resetSections(platform, { userId, projectId });
      tell(userId, projectId);
      return viewSections(platform, await findSections(db, projectId), request.query.language);
    },
  );

  for (const way of ['undo', 'redo'] as const) {
    app.post(
      `/api/projects/:id/${way}`,
      { schema: { params: idParams, response: { 200: undoResultSchema } } },
      async (request) => {
        const [userId, projectId] = [userIdOf(request), request.params.id];
        const result = await travelEdits(platform, { userId, projectId }, way);
        tell(userId, projectId);
        return result;
      },
    );
  }

  app.get(
    '/api/projects/:id/clips',
    { schema: { params: idParams, querystring: clipsQuerySchema, response: { 200: clipSchema.array() } } },
    async (request) => {
      await refuseForeign(request.params.id, userIdOf(request));
      const { language, force_refresh: fromAnalysis } = request.query;
      return readClips(platform, request.params.id, { language, fromAnalysis });
    },
  );
}
