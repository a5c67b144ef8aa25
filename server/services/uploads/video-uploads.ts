import { NOT_CONNECTED } from '#contract/channel.ts';
import type { UploadResult, VideoUploadRequest } from '#contract/uploads.ts';
import { AppError } from '#core/lib/errors.ts';
import { findChannel } from '#core/repositories/account/channels.ts';
import { deleteObject, findObject, touchObject } from '#core/repositories/media/uploads.ts';
import type { Caller } from '../caller.ts';
import { dropRefused, findArrived } from './attach-upload.ts';
import { type ArrivedVideo, findMade, type UploadBackend, uploadedId, videoLimit } from './own-video.ts';
import { type LinkBackend, linksForNew, linksForRest, linkTo, objectPath } from './uploads.ts';

/**
 * Creates a link for one of the caller's own videos, or for the rest of one whose upload began. If its video
 * already exists, nothing is left to send.
 * @throws AppError `forbidden` without a channel; `conflict` if the upload is of another file; `too_large`;
 * `too_many_requests` if too many uploads are unused; `unprocessable` if the account has no room
 */
export async function requestVideoUpload(
  backend: UploadBackend & LinkBackend,
  caller: Caller,
  { purpose, uploadId, size, ...file }: VideoUploadRequest,
): Promise<UploadResult> {
  const { config, db } = backend;
  const { userId } = caller;
  if (purpose === 'channel' && !(await findChannel(db, userId))) {
    throw new AppError('forbidden', NOT_CONNECTED);
  }
  const { maxBytes, tooLarge } = videoLimit(config, purpose);
  if (size > maxBytes) throw tooLarge();
  const objectId = uploadedId(userId, uploadId);
  if (await findMade(db, userId, objectId)) {
    const object = { id: objectId, declaredBytes: size, declaredType: null };
    return { objectPath: objectPath(objectId), uploadURL: linkTo(backend, object), offset: size };
  }
  const existing = await findObject(db, objectId);
  if (!existing) return linksForNew(backend, caller, { objectId }, { size, ...file });
  if (Number(existing.declaredBytes) !== size) {
    throw new AppError('conflict', 'This upload is of another file. Upload the file again.');
  }
  await touchObject(db, objectId);
  return linksForRest(backend, caller, { objectId });
}

/**
 * Returns a video that was sent by the links of its upload; `undefined` if there is no such upload.
 * @throws AppError `bad_request` if it is incomplete
 */
export async function findSentVideo(
  backend: UploadBackend,
  { userId }: Caller,
  uploadId: string,
): Promise<(ArrivedVideo & { fileName: string }) | undefined> {
  const { db, storage } = backend;
  const id = uploadedId(userId, uploadId);
  const object = await findArrived(backend, id, userId);
  if (!object) {
    if (!(await findObject(db, id))) return undefined;
    throw new AppError('bad_request', 'The upload was incomplete. Upload the file again.');
  }
  return {
    fileName: object.fileName,
    path: await storage.localPath(object.objectKey),
    bytes: Number(object.bytes),
    hash: async () => object.sha256,
    store: async () => object.objectKey,
    claim: (trx) => deleteObject(trx, id),
    refuse: (refusal) => dropRefused(backend, object, refusal),
    // It can be used again, for example when the account has room.
    release: async () => {},
  };
}
