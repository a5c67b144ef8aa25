import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/projects.ts';
import type { Backend } from '#core/backend.ts';
import { listDeletedProjects } from '#core/repositories/projects/projects.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import type { Signer } from '#core/storage/signing.ts';
import { handle } from '../handle.ts';
import { ownSessionId } from '../plugins/session.ts';
import { readyBody, sendBody } from '../ready-body.ts';
import { applyStyle } from '../services/films/apply-style.ts';
import { chooseForFilm } from '../services/films/choose-for-film.ts';
import { removeMusic, setMusic } from '../services/films/set-music.ts';
import { duplicateProject } from '../services/projects/duplicate-project.ts';
import { listProjects } from '../services/projects/list-projects.ts';
import {
  deleteProject,
  restoreProject,
  updateProject,
  viewProgress,
} from '../services/projects/manage-projects.ts';
import { createProcessingReader, ownProjectParts } from '../services/ownership.ts';
import { createProjectAnswers } from '../services/projects/project-answers.ts';
import { viewProject } from '../services/projects/project-view.ts';
import { makePreviews } from '../services/runs/make-previews.ts';
import { retryVideos } from '../services/runs/retry-videos.ts';
import { startProcessing } from '../services/runs/start-processing.ts';

/** Projects: processing, the list, and calls for a project as a whole. */
export async function projectRoutes(
  app: FastifyInstance,
  { backend, signer }: { backend: Backend; signer: Signer },
) {
  const { db } = backend;
  const answerProject = createProjectAnswers(backend, signer);
  const readProcessing = createProcessingReader(db);

  handle(app, calls.listProjects, ({ query, userId, request }) =>
    listProjects(backend, signer.of(ownSessionId(request)), userId, query),
  );

  handle(app, calls.listDeletedProjects, ({ userId }) => listDeletedProjects(db, userId));

  handle(app, calls.processVideos, ({ body, caller, idempotencyKey }) =>
    startProcessing(backend, caller, body, idempotencyKey),
  );

  handle(app, calls.readProject, async ({ params, query, userId, request, reply }) => {
    const asked = {
      projectId: params.id,
      userId,
      sessionId: ownSessionId(request),
      language: query.language,
    };
    return sendBody(
      reply,
      await answerProject(asked, (project) => readyBody<typeof calls.readProject>(reply, project)),
    );
  });

  handle(app, calls.updateProject, async ({ params, body, userId, request }) => {
    await updateProject(backend, userId, params.id, body);
    const parts = await ownProjectParts(db, params.id, userId);
    return viewProject(backend, signer.of(ownSessionId(request)), parts, 'en');
  });

  handle(app, calls.deleteProject, ({ params, userId }) => deleteProject(backend, userId, params.id));

  handle(app, calls.restoreProject, ({ params, userId }) => restoreProject(backend, userId, params.id));

  handle(app, calls.duplicateProject, async ({ params, userId }) => ({
    projectId: await duplicateProject(backend, userId, params.id),
  }));

  handle(app, calls.chooseForFilm, async ({ params, query, body, userId }) => {
    await chooseForFilm(backend, { userId, projectId: params.id }, query.language, body);
  });

  handle(app, calls.applyFilmStyle, async ({ params, query, body, userId }) => {
    await applyStyle(backend, { userId, projectId: params.id }, query.language, body.style);
  });

  handle(app, calls.setMusic, async ({ params, body, userId }) => {
    await setMusic(backend, { userId, projectId: params.id }, body);
  });

  handle(app, calls.removeMusic, async ({ params, userId }) => {
    await removeMusic(backend, { userId, projectId: params.id });
  });

  handle(app, calls.readProgress, async ({ params, userId }) =>
    viewProgress(await readProcessing({ projectId: params.id, userId })),
  );

  handle(app, calls.makePreviews, ({ params, userId }) => makePreviews(backend, userId, params.id));
  handle(app, calls.retryVideos, async ({ params, userId }) => {
    const runId = await retryVideos(backend, userId, params.id);
    return (await findRun(db, runId, userId))!.run;
  });
}
