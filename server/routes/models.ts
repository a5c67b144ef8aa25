import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/models.ts';
import type { Backend } from '#core/backend.ts';
import { handle } from '../handle.ts';
import { createModelDownloads, type ModelDownloads } from '../services/operation/model-downloads.ts';
import { checkRequested, refuseNotOffered, viewModels } from '../services/operation/models-view.ts';

declare module 'fastify' {
  interface FastifyInstance {
    modelDownloads: ModelDownloads;
  }
}

/** The models of this machine, and their download in local mode. */
export async function modelRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const { config } = backend;
  const downloads = app.modelDownloads;

  handle(app, calls.readModels, () => viewModels(config, downloads));

  handle(app, calls.downloadModels, async ({ body: { models, accept } }) => {
    refuseNotOffered(config);
    await downloads.add(await checkRequested(config, models, accept));
    return viewModels(config, downloads);
  });

  handle(app, calls.changeDownload, async ({ body: { action } }) => {
    refuseNotOffered(config);
    await downloads.change(action);
    return viewModels(config, downloads);
  });
}

/** Opens the downloads for the routes, and for the server, which resumes unfinished ones. */
export function openModelDownloads(app: FastifyInstance, backend: Backend): void {
  const downloads = createModelDownloads(backend);
  app.decorate('modelDownloads', downloads);
  app.addHook('onClose', () => downloads.close());
}
