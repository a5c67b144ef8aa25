import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#core/lib/errors.ts';
import type { SentForm, SentPart } from '../services/uploads/take-video.ts';
import { deliverRefusals } from './refused-sender.ts';

/** Longer than any description that YouTube accepts. */
const FIELD_BYTES = 20_000;
const FIELDS = 10;

/**
 * Lets the routes of this scope accept forms with one video of at most this many bytes, which is never held
 * in memory.
 */
export async function takeVideoForms(scope: FastifyInstance, maxBytes: number): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    // One byte more shows that a file is too large.
    limits: { fileSize: maxBytes + 1, files: 1, fields: FIELDS, fieldSize: FIELD_BYTES },
  });
  deliverRefusals(scope);
}

/** Parses the form of a request. */
export function videoForm(
  request: FastifyRequest,
  { uploadId, offset }: Pick<SentForm, 'uploadId' | 'offset'>,
): SentForm {
  const { 'content-length': length } = request.headers;
  return {
    uploadId,
    offset,
    bytes: length === undefined ? undefined : Number(length),
    parts: partsOf(request),
  };
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
    request.log.info({ err: error }, 'form could not be parsed');
    throw new AppError('bad_request', 'The form could not be read. Please send it again.');
  }
}
