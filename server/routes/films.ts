import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/films.ts';
import type { Backend } from '#core/backend.ts';
import type { Signer } from '#core/storage/signing.ts';
import { handle } from '../handle.ts';
import { generationStatus, linkOfFilm } from '../services/find-film.ts';
import { planOf } from '../services/generation-plan.ts';
import { ownProject } from '../services/ownership.ts';
import { shareFilm, unshareFilm } from '../services/share.ts';
import { startGeneration } from '../services/runs/start-generation.ts';

/** Films of sections, and the films' links. */
export async function filmRoutes(
  app: FastifyInstance,
  { backend, signer }: { backend: Backend; signer: Signer },
) {
  const { db, bus } = backend;

  const tell = (userId: string, projectId: string) => bus.publish(userId, 'project.changed', { projectId });

  handle(app, calls.generateFilm, async ({ params, body, userId, idempotencyKey }) => {
    const { isview, language } = body;
    if (isview) {
      const wish = { userId, projectId: params.id, language };
      return { finalVideoLink: await linkOfFilm(db, signer, wish), runId: null };
    }
    // A missing project is reported before anything else of the request.
    const project = await ownProject(db, params.id, userId);
    const { runId } = await startGeneration(backend, userId, project.id, body, idempotencyKey);
    return { finalVideoLink: null, runId };
  });

  handle(app, calls.readGenerationStatus, ({ params, query, userId }) =>
    generationStatus(db, signer, { userId, projectId: params.id, language: query.language }),
  );

  handle(app, calls.readGenerationPlan, async ({ params, query, userId }) =>
    planOf(backend, await ownProject(db, params.id, userId), query),
  );

  handle(app, calls.readVideoLink, async ({ params, query, userId }) => ({
    finalVideoLink: await linkOfFilm(db, signer, {
      userId,
      projectId: params.id,
      language: query.language,
    }),
  }));

  handle(app, calls.downloadFilm, ({ params, query, userId }) =>
    linkOfFilm(db, signer, { userId, projectId: params.id, language: query.language }),
  );

  handle(app, calls.shareFilm, async ({ params, query, userId }) => {
    const url = await shareFilm(db, userId, params.id, query.language);
    tell(userId, params.id);
    return { url };
  });

  handle(app, calls.unshareFilm, async ({ params, query, userId }) => {
    await unshareFilm(db, userId, params.id, query.language);
    tell(userId, params.id);
  });
}
