import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Language } from '#contract/primitives.ts';
import { sectionSchema, sectionUpdateSchema } from '#contract/sections.ts';
import type { Platform } from '#node/platform.ts';
import type { SectionRow } from '#node/repositories/sections.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { setDeleted, updateSectionOf } from '../services/edit-sections.ts';
import { viewSections } from '../services/section-view.ts';
import { idParams, languageQuery } from './projects.ts';

/** Editing one section. */
export async function sectionRoutes(root: FastifyInstance, { platform }: { platform: Platform }) {
  const { db, bus } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('preHandler', requireUser);

  const view = async (row: SectionRow, language: Language) =>
    (await viewSections(platform, [row], language))[0]!;
  const tell = (userId: string, row: SectionRow) =>
    bus.publish(userId, 'project.changed', { projectId: row.project_id });

  app.patch(
    '/api/sections/:id/update',
    {
      schema: {
        params: idParams,
        querystring: languageQuery,
        body: sectionUpdateSchema,
        response: { 200: sectionSchema },
      },
    },
    async (request) => {
      const { language } = request.query;
      const row = await updateSectionOf(db, userIdOf(request), request.params.id, request.body, language);
      tell(userIdOf(request), row);
      return view(row, language);
    },
  );

  app.delete(
    '/api/sections/:id',
    { schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      tell(userIdOf(request), await setDeleted(db, userIdOf(request), request.params.id, true));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/sections/:id/restore',
    { schema: { params: idParams, querystring: languageQuery, response: { 200: sectionSchema } } },
    async (request) => {
      const row = await setDeleted(db, userIdOf(request), request.params.id, false);
      tell(userIdOf(request), row);
      return view(row, request.query.language);
    },
  );
}
