import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Language } from '#contract/primitives.ts';
import {
  sectionListSchema,
  sectionSchema,
  sectionSplitSchema,
  sectionUpdateSchema,
  sectionWordsSchema,
} from '#contract/sections.ts';
import type { Platform } from '#node/platform.ts';
import { findSections, type SectionRow } from '#node/repositories/sections.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { viewSections } from '../services/section-view.ts';
import { viewWords } from '../services/section-words.ts';
import { ownSection } from '../services/sections/edit.ts';
import { resetSection, setDeleted } from '../services/sections/arrange.ts';
import { splitSection } from '../services/sections/split.ts';
import { updateSection } from '../services/sections/update.ts';
import { idParams, languageQuery } from './projects.ts';

/** Editing one section. */
export async function sectionRoutes(root: FastifyInstance, { platform }: { platform: Platform }) {
  const { db, bus } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  const view = async (row: SectionRow, language: Language) =>
    (await viewSections(platform, [row], language))[0]!;
  const tell = (userId: string, row: SectionRow) =>
    bus.publish(userId, 'project.changed', { projectId: row.project_id });

  // Its own call, since a section may have thousands; `key` is its wordsKey, so that a browser may keep them.
  app.get(
    '/api/sections/:id/words',
    {
      schema: {
        params: idParams,
        querystring: z.object({ key: z.string().max(100).optional() }),
        response: { 200: sectionWordsSchema },
      },
    },
    async (request, reply) => {
      const row = await ownSection(db, request.params.id, userIdOf(request));
      reply.header('cache-control', request.query.key ? 'private, max-age=300' : 'private, no-cache');
      return viewWords(db, row);
    },
  );

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
      const own = { userId: userIdOf(request), sectionId: request.params.id };
      const row = await updateSection(platform, { ...own, language }, request.body);
      tell(own.userId, row);
      return view(row, language);
    },
  );

  app.delete(
    '/api/sections/:id',
    { schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const own = { userId: userIdOf(request), sectionId: request.params.id };
      tell(own.userId, await setDeleted(platform, own, true));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/sections/:id/restore',
    { schema: { params: idParams, querystring: languageQuery, response: { 200: sectionSchema } } },
    async (request) => {
      const own = { userId: userIdOf(request), sectionId: request.params.id };
      const row = await setDeleted(platform, own, false);
      tell(own.userId, row);
      return view(row, request.query.language);
    },
  );

  app.post(
    '/api/sections/:id/split',
    {
      schema: {
        params: idParams,
        querystring: languageQuery,
        body: sectionSplitSchema,
        response: { 200: sectionListSchema },
      },
    },
    async (request) => {
      const own = { userId: userIdOf(request), sectionId: request.params.id };
      const row = await splitSection(platform, own, Math.round(request.body.at * 1000));
      tell(own.userId, row);
      return viewSections(platform, await findSections(db, row.project_id), request.query.language);
    },
  );

  app.post(
    '/api/sections/:id/reset',
    { schema: { params: idParams, querystring: languageQuery, response: { 200: sectionListSchema } } },
    async (request) => {
      const own = { userId: userIdOf(request), sectionId: request.params.id };
      const row = await resetSection(platform, own);
      tell(own.userId, row);
      return viewSections(platform, await findSections(db, row.project_id), request.query.language);
    },
  );
}
