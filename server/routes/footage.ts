import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/uploads.ts';
import type { Backend } from '#core/backend.ts';
import { handle } from '../handle.ts';
import { takeVideoForms, videoForm } from '../plugins/video-form.ts';
import { addFootage, deleteFootage, readFootage, sendFootage } from '../services/uploads/footage.ts';
import { videoArrived } from '../services/uploads/earlier-videos.ts';
import { openUploadBudget } from '../services/uploads/upload-budget.ts';

/** A user's library of their own videos. */
export async function footageRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const { config } = backend;
  const uploadBackend = { ...backend, uploadBudget: openUploadBudget(backend) };

  handle(app, calls.listFootage, ({ userId }) => readFootage(backend, { userId }));

  handle(app, calls.deleteFootage, ({ params, userId }) =>
    deleteFootage(backend, { userId }, { videoId: params.id }),
  );

  handle(app, calls.readFootageUpload, ({ params, query, userId }) =>
    videoArrived(backend, { userId }, { uploadId: params.id }, query),
  );

  handle(app, calls.addFootage, ({ params, userId }) =>
    addFootage(uploadBackend, { userId }, { uploadId: params.id }),
  );

  await app.register(async (scope) => {
    await takeVideoForms(scope, config.footageMaxBytes);
    handle(
      scope,
      calls.sendFootage,
      ({ query, userId, request }) => sendFootage(uploadBackend, { userId }, videoForm(request, query)),
      { config: { takesFiles: true } },
    );
  });
}
