import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { uuidSchema } from '#contract/primitives.ts';
import { uploadOffsetSchema, uploadResultSchema } from '#contract/uploads.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { createUploadSigner } from '#core/storage/signing.ts';
import { handle } from '../handle.ts';
import { deliverRefusals } from '../plugins/refused-sender.ts';
import { sendStored } from '../send-stored.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { findPreview } from '../services/uploads/attach-upload.ts';
import { openUploadBudget } from '../services/uploads/upload-budget.ts';
import { objectPath, receiveUpload, requestUpload } from '../services/uploads/uploads.ts';
import { requestVideoUpload } from '../services/uploads/video-uploads.ts';
import * as calls from '#contract/calls/uploads.ts';

const uploadQuery = z.object({
  e: z.coerce.number().int(),
  l: z.coerce.number().int().optional(),
  t: z.string().max(100).optional(),
  s: z.string().max(100),
  offset: uploadOffsetSchema,
});

/**
 * Files that creators upload for their sections. First a call creates a link, then the file arrives with one
 * PUT, or several if its connection broke.
 */
export async function uploadRoutes(root: FastifyInstance, { backend }: { backend: Backend }) {
  const uploadSigner = createUploadSigner(backend.config.secret);
  const uploadBackend = { ...backend, uploadSigner, uploadBudget: openUploadBudget(backend) };
  const app = root.withTypeProvider<ZodTypeProvider>();
  await app.register(fastifyStatic, { serve: false, root: backend.config.dataDir });

  handle(app, calls.requestUpload, ({ body, userId }) => requestUpload(uploadBackend, { userId }, body));

  handle(app, calls.requestVideoUpload, ({ body, userId }) =>
    requestVideoUpload(uploadBackend, { userId }, body),
  );

  app.get(
    '/media/objects/:id/preview.jpg',
    {
      onRequest: requireUser,
      config: { scope: 'read' },
      schema: { params: z.object({ id: uuidSchema }), hide: true },
    },
    async (request, reply) => {
      const caller = { userId: userIdOf(request) };
      const preview = await findPreview(backend, caller, { objectId: request.params.id });
      reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/jpeg');
      return sendStored(reply, backend.storage, preview.file);
    },
  );

  await app.register(async (scope) => {
    // A file is streamed, whatever its content type, and never held in memory.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    deliverRefusals(scope);
    scope.withTypeProvider<ZodTypeProvider>().put(
      '/media/uploads/:id',
      {
        config: { takesFiles: true, rate: 'costly' },
        schema: {
          // The ID of an own video's upload is a hash.
          params: z.object({ id: z.guid() }),
          querystring: uploadQuery,
          response: { 200: uploadResultSchema.pick({ objectPath: true }) },
          hide: true,
        },
      },
      async (request, reply) => {
        const upload = uploadSigner.verify(request.params.id, request.query);
        if (upload === 'forged') throw new AppError('forbidden', 'This link is not valid.');
        if (upload === 'expired') throw new AppError('gone', 'This link has expired. Please start again.');
        const { 'content-type': type, 'content-length': length } = request.headers;
        const body = (request.body as Readable | undefined) ?? Readable.from([]);
        const bytes = length === undefined ? undefined : Number(length);
        const { offset } = request.query;
        const sha256 = await receiveUpload(uploadBackend, upload, { offset, type, bytes, body });
        reply.header('etag', `"${sha256}"`);
        return { objectPath: objectPath(upload.objectId) };
      },
    );
  });
}
