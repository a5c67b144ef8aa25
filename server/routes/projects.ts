import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/calls/projects.ts';
import type { Backend } from '#core/backend.ts';
import { listDeletedProjects } from '#core/repositories/projects/projects.ts';
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
  createProgressReader,
  deleteProject,
  restoreProject,
  updateProject,
} from '../services/projects/manage-projects.ts';
import { createProjectAnswers } from '../services/projects/project-answers.ts';
import { makePreviews } from '../services/runs/make-previews.ts';
import { retryVideos } from '../services/runs/retry-videos.ts';
import { startProcessing } from '../services/runs/start-processing.ts';

/** Projects: processing, the list, and calls for a project as a whole. */
export async function projectRoutes(
  app: FastifyInstance,
  { backend, signer }: { backend: Backend; signer: Signer },
) {
  const caller = ({ userId, request }: { userId: string; request: FastifyRequest }) => ({
    userId,
    signer: signer.of(ownSessionId(request)),
  });
  const answerProject = createProjectAnswers(backend, signer);
  const readProgress = createProgressReader(backend);

  handle(app, calls.listProjects, ({ query, ...asked }) => listProjects(backend, caller(asked), query));

  handle(app, calls.listDeletedProjects, ({ userId }) => listDeletedProjects(backend.db, userId));

  handle(app, calls.processVideos, ({ body, caller, idempotencyKey }) =>
    startProcessing(backend, { ...caller, idempotencyKey }, body),
  );

  handle(app, calls.readProject, async ({ params, query, userId, request, reply }) => {
    const key = {
      projectId: params.id,
      userId,
      sessionId: ownSessionId(request),
      language: query.language,
    };
    return sendBody(
      reply,
      await answerProject(key, (project) => readyBody<typeof calls.readProject>(reply, project)),
    );
  });

  handle(app, calls.updateProject, ({ params, body, ...asked }) =>
    updateProject(backend, caller(asked), { projectId: params.id }, body),
  );

  handle(app, calls.deleteProject, ({ params, userId }) =>
    deleteProject(backend, { userId }, { projectId: params.id }),
  );

  handle(app, calls.restoreProject, ({ params, userId }) =>
    restoreProject(backend, { userId }, { projectId: params.id }),
  );

  handle(app, calls.duplicateProject, ({ params, userId }) =>
    duplicateProject(backend, { userId }, { projectId: params.id }),
  );

  handle(app, calls.chooseForFilm, ({ params, query, body: choices, userId }) =>
    chooseForFilm(backend, { userId }, { projectId: params.id }, { ...query, choices }),
  );

  handle(app, calls.applyFilmStyle, ({ params, query, body, userId }) =>
    applyStyle(backend, { userId }, { projectId: params.id }, { ...query, ...body }),
  );

  handle(app, calls.setMusic, ({ params, body, userId }) =>
    setMusic(backend, { userId }, { projectId: params.id }, body),
  );

  handle(app, calls.removeMusic, ({ params, userId }) =>
    removeMusic(backend, { userId }, { projectId: params.id }),
  );

  handle(app, calls.readProgress, ({ params, userId }) => readProgress({ userId }, { projectId: params.id }));

  handle(app, calls.makePreviews, ({ params, userId }) =>
    makePreviews(backend, { userId }, { projectId: params.id }),
  );

  handle(app, calls.retryVideos, ({ params, userId }) =>
    retryVideos(backend, { userId }, { projectId: params.id }),
  );
}
