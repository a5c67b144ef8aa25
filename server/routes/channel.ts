import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  channelAuthSchema,
  channelUploadOffsetSchema,
  channelUploadQuerySchema,
  publishProposalSchema,
  publishQuerySchema,
  publishRequestSchema,
} from '#contract/channel.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { runSchema } from '#contract/runs.ts';
import { videoSchema } from '#contract/videos.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { findRun } from '#node/repositories/runs.ts';
import { letRefusedSenderHear } from '../plugins/refused-sender.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { beginConsent, disconnectChannel, finishConsent } from '../services/channel-consent.ts';
import { channelUploadOffset, type SentPart, uploadToChannel } from '../services/channel-upload.ts';
import { proposePublishing, publishFilm } from '../services/publish-film.ts';
import { openUploadBudget } from '../services/upload-budget.ts';
import { idempotencyHeaders, idParams } from './projects.ts';

/** Longer than any description that YouTube takes. */
const FIELD_BYTES = 20_000;
const FIELDS = 10;

/** Doubled or nested parameters count as none. */
const oneText = z.string().optional().catch(undefined);
const returnQuery = z.object({ code: oneText, state: oneText, error: oneText });

/** A user's channel on YouTube: connecting it, and sending files and films to it. */
export async function channelRoutes(root: FastifyInstance, { platform }: { platform: Platform }) {
  const { config, db } = platform;
  const budget = openUploadBudget(platform);
  const app = root.withTypeProvider<ZodTypeProvider>();

  app.post(
    '/api/youtube/auth',
    { onRequest: requireUser, schema: { response: { 200: channelAuthSchema } } },
    (request) => beginConsent(platform, request.session!),
  );

  app.delete(
    '/api/youtube/auth',
    { onRequest: requireUser, schema: { response: { 204: z.null() } } },
    async (request, reply) => {
      await disconnectChannel(platform, userIdOf(request));
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/youtube/callback',
    { schema: { querystring: returnQuery, hide: true } },
    async (request, reply) => {
      const failure = await finishConsent(platform, request.session, request.query);
      return reply.redirect(`/settings?${failure ? `youtube_error=${failure}` : 'youtube_success=true'}`);
    },
  );

  app.get(
    '/api/projects/:id/publish',
    {
      onRequest: requireUser,
      schema: {
        params: idParams,
        querystring: publishQuerySchema,
        response: { 200: publishProposalSchema },
      },
    },
    (request) => proposePublishing(db, userIdOf(request), request.params.id, request.query.language),
  );

  app.post(
    '/api/projects/:id/publish',
    {
      onRequest: requireUser,
      schema: {
        params: idParams,
        body: publishRequestSchema,
        headers: idempotencyHeaders,
        response: { 200: runSchema },
      },
    },
    async (request) => {
      const userId = userIdOf(request);
      const key = request.headers['idempotency-key'];
      const { runId } = await publishFilm(platform, userId, request.params.id, request.body, key);
      return (await findRun(db, runId, userId))!.run;
    },
  );

  app.get(
    '/api/youtube/upload/:id',
    {
      onRequest: requireUser,
      schema: { params: z.object({ id: uuidSchema }), response: { 200: channelUploadOffsetSchema } },
    },
    async (request) => ({
      offset: await channelUploadOffset(platform, userIdOf(request), request.params.id),
    }),
  );

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // One byte more tells that a file is too large.
      limits: {
        fileSize: config.channelUploadMaxBytes + 1,
        files: 1,
        fields: FIELDS,
        fieldSize: FIELD_BYTES,
      },
    });
    letRefusedSenderHear(scope);
    scope.withTypeProvider<ZodTypeProvider>().post(
      '/api/youtube/upload',
      {
        config: { takesFiles: true },
        onRequest: requireUser,
        schema: {
          consumes: ['multipart/form-data'],
          querystring: channelUploadQuerySchema,
          response: { 200: videoSchema },
        },
      },
      (request) => {
        const { uploadId = randomUUID(), offset } = request.query;
        const { 'content-length': length } = request.headers;
        const bytes = length === undefined ? undefined : Number(length);
        const sent = { uploadId, offset, bytes, parts: partsOf(request) };
        return uploadToChannel(platform, budget, userIdOf(request), sent);
      },
    );
  });
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<SentPart> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', 'Send the video as multipart/form-data.');
  }
  try {
    for await (const part of request.parts()) {
      const name = part.fieldname;
      yield part.type === 'file' ? { name, file: part.file } : { name, text: String(part.value) };
    }
  } catch (error) {
    request.log.info({ err: error }, 'a form could not be read');
    throw new AppError('bad_request', 'The form could not be read. Please send it again.');
  }
}
