import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { languageSchema, uuidSchema } from '#contract/primitives.ts';
import {
  processRequestSchema,
  processResultSchema,
  progressSchema,
  projectPatchSchema,
  projectSchema,
} from '#contract/projects.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { findOwnProject } from '#node/repositories/projects.ts';
import { findNewestRuns } from '#node/repositories/runs.ts';
import type { Signer } from '#node/storage/signing.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { viewProject } from '../services/project-view.ts';
import { startProcessing } from '../services/start-processing.ts';

export const idParams = z.object({ id: uuidSchema });
export const languageQuery = z.object({ language: languageSchema.default('en') });
/** One intention, one key: a repeated call gets the first one's answer. */
export const idempotencyHeaders = z.object({ 'idempotency-key': z.string().min(8).max(100).optional() });

/** Projects: from selected videos to sections. */
export async function projectRoutes(
  root: FastifyInstance,
  { platform, signer }: { platform: Platform; signer: Signer },
) {
  const { db, bus } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  app.post(
    '/api/projects/process',
    {
      schema: {
        body: processRequestSchema,
        headers: idempotencyHeaders,
        response: { 200: processResultSchema },
      },
    },
    (request) =>
      startProcessing(platform, userIdOf(request), request.body, request.headers['idempotency-key']),
  );

  app.get(
    '/api/projects/:id',
    { schema: { params: idParams, querystring: languageQuery, response: { 200: projectSchema } } },
    async (request) => {
      const project = await findOwnProject(db, request.params.id, userIdOf(request));
      if (!project) throw new AppError('not_found', 'There is no such project.');
      return viewProject(platform, signer, project, request.query.language);
    },
  );

  app.patch(
    '/api/projects/:id',
    { schema: { params: idParams, body: projectPatchSchema, response: { 200: projectSchema } } },
    async (request) => {
      const found = await findOwnProject(db, request.params.id, userIdOf(request));
      if (!found) throw new AppError('not_found', 'There is no such project.');
      if (Object.keys(request.body).length > 0) {
        await db.updateTable('projects').set(request.body).where('id', '=', found.id).execute();
      }
      bus.publish(userIdOf(request), 'project.changed', { projectId: found.id });
      const project = await findOwnProject(db, found.id, userIdOf(request));
      return viewProject(platform, signer, project!, 'en');
    },
  );

  app.get(
    '/api/projects/:id/progress',
    { schema: { params: idParams, response: { 200: progressSchema } } },
    async (request) => {
      const project = await findOwnProject(db, request.params.id, userIdOf(request));
      const runs = project ? await findNewestRuns(db, [project.id]) : [];
      const run = runs.find((candidate) => candidate.kind === 'processing');
      if (!run) throw new AppError('not_found', 'There is no such project.');
      const failed = run.status === 'failed' || run.status === 'cancelled';
      return {
        percentage: run.percentage,
        stage: failed ? 'failed' : run.stage,
        completed: run.status === 'completed',
        message: run.message,
      };
    },
  );
}
