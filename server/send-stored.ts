import { basename, dirname, extname } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { mediaTypeOf } from '#core/files/media-types.ts';
import { AppError } from '#core/lib/errors.ts';
import type { ArtifactFile } from '#core/repositories/media/artifacts.ts';
import { isMissingFile, type Storage } from '#core/storage/storage.ts';

/** How long a link of the store works: a page that plays a film longer requests it again. */
const LINK_SECONDS = 3600;
/** The same for what is checked on each request, such as a shared film: its sharing may end at any time. */
const CHECKED_LINK_SECONDS = 900;
/** Browsers may reuse the redirection while its link still works for a while. */
const REUSE_SECONDS = LINK_SECONDS / 2;

/** Texts are small, and pages read them with `fetch`. */
const SENT_BY_US = new Set(['.json', '.vtt', '.srt']);

const missing = () => new AppError('not_found', 'There is no such file.');

/**
 * Sends a stored file: from a folder, or by a redirection to the store, which then sends it to the browser.
 * The reply's type and Content-Disposition hold for both.
 */
export async function sendStored(
  reply: FastifyReply,
  storage: Storage,
  { objectKey, bytes, name }: ArtifactFile,
): Promise<FastifyReply> {
  const { direct } = storage;
  if (!direct || SENT_BY_US.has(extname(name))) {
    const path = await storage.localPath(objectKey).catch((error: unknown) => {
      throw isMissingFile(error) ? missing() : error;
    });
    // Artifacts never change, so a browser may cache them.
    return reply.sendFile(basename(path), dirname(path), { cacheControl: false });
  }
  const contentType = reply.getHeader('content-type');
  const type = typeof contentType === 'string' ? contentType : mediaTypeOf(name);
  if (reply.request.method === 'HEAD') {
    // A link for GET is not valid for HEAD.
    if (!(await storage.find(objectKey))) throw missing();
    if (type) reply.type(type);
    return reply.header('accept-ranges', 'bytes').header('content-length', bytes).send(Readable.from([]));
  }
  const isChecked = /no-store|no-cache/.test(String(reply.getHeader('cache-control') ?? ''));
  if (!isChecked) reply.header('cache-control', `private, max-age=${REUSE_SECONDS}`);
  const disposition = reply.getHeader('content-disposition');
  const url = await direct.read(objectKey, {
    seconds: isChecked ? CHECKED_LINK_SECONDS : LINK_SECONDS,
    ...(type !== undefined && { type }),
    ...(typeof disposition === 'string' && { disposition }),
  });
  return reply.removeHeader('content-type').removeHeader('content-disposition').redirect(url, 302);
}
