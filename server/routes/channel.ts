import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import * as calls from '#contract/calls/channel.ts';
import type { Backend } from '#core/backend.ts';
import { handle } from '../handle.ts';
import { ownSessionId } from '../plugins/session.ts';
import { takeVideoForms, videoForm } from '../plugins/video-form.ts';
import { beginConsent, disconnectChannel, finishConsent } from '../services/account/channel-consent.ts';
import { uploadToChannel } from '../services/uploads/channel-upload.ts';
import { videoArrived } from '../services/uploads/earlier-videos.ts';
import { proposePublishing, publishFilm } from '../services/runs/publish-film.ts';
import { openUploadBudget } from '../services/uploads/upload-budget.ts';

/** Duplicate or nested parameters count as missing. */
const oneText = z.string().optional().catch(undefined);
const returnQuery = z.object({ code: oneText, state: oneText, error: oneText });

/** A user's channel on YouTube: connecting it, and publishing files and films. */
export async function channelRoutes(root: FastifyInstance, { backend }: { backend: Backend }) {
  const { config } = backend;
  const uploadBackend = { ...backend, uploadBudget: openUploadBudget(backend) };
  const app = root.withTypeProvider<ZodTypeProvider>();

  handle(app, calls.connectChannel, ({ userId, request }) =>
    beginConsent(backend, { userId, sessionId: ownSessionId(request) }),
  );

  handle(app, calls.disconnectChannel, ({ userId }) => disconnectChannel(backend, { userId }));

  app.get(
    '/api/youtube/callback',
    { config: { rate: 'signIn' }, schema: { querystring: returnQuery, hide: true } },
    async (request, reply) => {
      const { session } = request;
      const caller = session && { userId: session.userId, sessionId: session.id };
      const failure = await finishConsent(backend, caller, request.query);
      return reply.redirect(`/settings?${failure ? `youtube_error=${failure}` : 'youtube_success=true'}`);
    },
  );

  handle(app, calls.proposePublishing, ({ params, query, userId }) =>
    proposePublishing(backend, { userId }, { projectId: params.id }, query),
  );

  handle(app, calls.publishFilm, ({ params, body, userId, idempotencyKey }) =>
    publishFilm(backend, { userId, idempotencyKey }, { projectId: params.id }, body),
  );

  handle(app, calls.readChannelUpload, ({ params, query, userId }) =>
    videoArrived(backend, { userId }, { uploadId: params.id }, query),
  );

  await app.register(async (scope) => {
    await takeVideoForms(scope, config.channelUploadMaxBytes);
    handle(
      scope,
      calls.uploadToChannel,
      ({ query: { uploadId = randomUUID(), offset }, userId, request }) =>
        uploadToChannel(uploadBackend, { userId }, videoForm(request, { uploadId, offset })),
      { config: { takesFiles: true } },
    );
  });
}
