import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  filmQuerySchema,
  generateRequestSchema,
  generateResultSchema,
  generationPlanQuerySchema,
  generationPlanSchema,
  generationStatusSchema,
  type NoFilm,
  videoLinkSchema,
} from '#contract/generation.ts';
import type { Language } from '#contract/primitives.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { type Film, findFilms } from '#node/repositories/films.ts';
import { findOwnProject } from '#node/repositories/projects.ts';
import { findActiveRun, findNewestRuns } from '#node/repositories/runs.ts';
import type { Signer } from '#node/storage/signing.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { planOf } from '../services/generation-plan.ts';
import { filmLink } from '../services/project-view.ts';
import { startGeneration } from '../services/start-generation.ts';
import { idempotencyHeaders, idParams } from './projects.ts';

/** From sections to a film, and the film's link. */
export async function generationRoutes(
  root: FastifyInstance,
  { platform, signer }: { platform: Platform; signer: Signer },
) {
  const { db } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  async function ownProject(id: string, userId: string) {
    const project = await findOwnProject(db, id, userId);
    if (!project) throw new AppError('not_found', 'There is no such project.');
    return project;
  }

  /** The film in a language, else the newest. */
  async function findFilm(projectId: string, language: Language | undefined): Promise<Film | undefined> {
    const films = await findFilms(db, [projectId]);
    return language ? films.find((film) => film.language === language) : films[0];
  }

  /** @throws AppError `not_found` with NoFilm as its details */
  async function needFilm(projectId: string, language: Language | undefined): Promise<Film> {
    const film = await findFilm(projectId, language);
    if (film) return film;
    const run = await findActiveRun(db, projectId, 'generation');
    const generating = run !== undefined && (language === undefined || run.language === language);
    const missing = language ? 'There is no film in this language yet.' : 'There is no film yet.';
    throw new AppError('not_found', missing, { generating } satisfies NoFilm);
  }

  app.post(
    '/api/projects/:id/generate',
    {
      schema: {
        params: idParams,
        body: generateRequestSchema,
        headers: idempotencyHeaders,
        response: { 200: generateResultSchema },
      },
    },
    async (request) => {
      const userId = userIdOf(request);
      const project = await ownProject(request.params.id, userId);
      if (request.body.isview) {
        const film = await needFilm(project.id, request.body.language);
        return { finalVideoLink: filmLink(signer, project, film), runId: null };
      }
      const key = request.headers['idempotency-key'];
      const { runId } = await startGeneration(platform, userId, project.id, request.body, key);
      return { finalVideoLink: null, runId };
    },
  );

  app.get(
    '/api/projects/:id/generation-status',
    {
      schema: {
        params: idParams,
        querystring: filmQuerySchema,
        response: { 200: generationStatusSchema },
      },
    },
    async (request) => {
      const project = await ownProject(request.params.id, userIdOf(request));
      const run = (await findNewestRuns(db, [project.id])).find(
        (candidate) => candidate.kind === 'generation',
      );
      if (!run) throw new AppError('not_found', 'No film of this project was begun yet.');
      const { percentage, stage, message } = run;
      if (run.status === 'queued' || run.status === 'running') {
        return { status: 'processing', percentage, stage, message, finalVideoLink: null } as const;
      }
      if (run.status !== 'completed') {
        return { status: 'failed', percentage, stage, message, finalVideoLink: null } as const;
      }
      const film = await findFilm(project.id, request.query.language ?? run.language ?? undefined);
      const finalVideoLink = film ? filmLink(signer, project, film) : null;
      return { status: 'completed', percentage, stage, message, finalVideoLink } as const;
    },
  );

  app.get(
    '/api/projects/:id/video-link',
    {
      schema: {
        params: idParams,
        querystring: filmQuerySchema,
        response: { 200: videoLinkSchema },
      },
    },
    async (request) => {
      const project = await ownProject(request.params.id, userIdOf(request));
      const film = await needFilm(project.id, request.query.language);
      return { finalVideoLink: filmLink(signer, project, film) };
    },
  );

  app.get(
    '/api/projects/:id/download',
    { schema: { params: idParams, querystring: filmQuerySchema, response: { 302: z.null() } } },
    async (request, reply) => {
      const project = await ownProject(request.params.id, userIdOf(request));
      const film = await needFilm(project.id, request.query.language);
      return reply.redirect(filmLink(signer, project, film));
    },
  );

  app.get(
    '/api/projects/:id/generation-plan',
    {
      schema: {
        params: idParams,
        querystring: generationPlanQuerySchema,
        response: { 200: generationPlanSchema },
      },
    },
    async (request) => {
      const project = await ownProject(request.params.id, userIdOf(request));
      return planOf(platform, project, request.query);
    },
  );
}
