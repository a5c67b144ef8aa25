import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import * as calls from '#contract/calls/channel.ts';
import { AppError } from '#core/errors.ts';
import type { Backend } from '#core/backend.ts';
import { findRun } from '#core/repositories/runs.ts';
import { handle } from '../handle.ts';
import { letRefusedSenderHear } from '../plugins/refused-sender.ts';
import { beginConsent, disconnectChannel, finishConsent } from '../services/channel-consent.ts';
import { channelUploadOffset, type SentPart, uploadToChannel } from '../services/channel-upload.ts';
import { proposePublishing, publishFilm } from '../services/runs/publish-film.ts';
import { openUploadBudget } from '../services/upload-budget.ts';

/** Longer than any description that YouTube accepts. */
const FIELD_BYTES = 20_000;
const FIELDS = 10;

/** Duplicate or nested parameters count as missing. */
const oneText = z.string().optional().catch(undefined);
const returnQuery = z.object({ code: oneText, state: oneText, error: oneText });

/** A user's channel on YouTube: connecting it, and publishing files and films. */
export async function channelRoutes(root: FastifyInstance, { backend }: { backend: Backend }) {
  const { config, db } = backend;
  const budget = openUploadBudget(backend);
  const app = root.withTypeProvider<ZodTypeProvider>();

  handle(app, calls.connectChannel, ({ request }) => beginConsent(backend, request.session!));

  handle(app, calls.disconnectChannel, ({ userId }) => disconnectChannel(backend, userId));

  app.get(
    '/api/youtube/callback',
    { config: { rate: 'signIn' }, schema: { querystring: returnQuery, hide: true } },
    async (request, reply) => {
      const failure = await finishConsent(backend, request.session, request.query);
      return reply.redirect(`/settings?${failure ? `youtube_error=${failure}` : 'youtube_success=true'}`);
    },
  );

  handle(app, calls.proposePublishing, ({ params, query, userId }) =>
    proposePublishing(db, userId, params.id, query.language),
  );

  handle(app, calls.publishFilm, async ({ params, body, userId, idempotencyKey }) => {
    const { runId } = await publishFilm(backend, userId, params.id, body, idempotencyKey);
    return (await findRun(db, runId, userId))!.run;
  });

  handle(app, calls.readChannelUpload, async ({ params, userId }) => ({
    offset: await channelUploadOffset(backend, userId, params.id),
  }));

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // One byte more shows that a file is too large.
      limits: {
        fileSize: config.channelUploadMaxBytes + 1,
        files: 1,
        fields: FIELDS,
        fieldSize: FIELD_BYTES,
      },
    });
    letRefusedSenderHear(scope);
    handle(
      scope,
      calls.uploadToChannel,
      ({ query: { uploadId = randomUUID(), offset }, userId, request }) => {
        const { 'content-length': length } = request.headers;
        const bytes = length === undefined ? undefined : Number(length);
        const sent = { uploadId, offset, bytes, parts: partsOf(request) };
        return uploadToChannel(backend, budget, userId, sent);
      },
      { config: { takesFiles: true } },
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
