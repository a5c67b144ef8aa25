import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MAX_UPLOAD_BYTES, type UploadRequest, type UploadResult } from '#contract/uploads.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import {
  countWaitingObjects,
  findObject,
  insertObject,
  type ObjectRow,
  setUploaded,
} from '#node/repositories/objects.ts';
import { findOwnProject } from '#node/repositories/projects.ts';
import { type SignedUpload, UPLOAD_LINK_TTL, type UploadSigner } from '#node/storage/signing.ts';
import type { UploadBudget } from './upload-budget.ts';
import { writeDown } from './write-down.ts';

/** Uploads of one user that no section uses yet. */
const MAX_WAITING = 50;
/** PUTs of one file at once: the first, and the one that takes over after its connection died unnoticed. */
const MAX_AT_ONCE = 2;

export const objectPath = (id: string): string => `/objects/${id}`;

/**
 * Opens the way for one file of a project.
 * @throws AppError not_found, or too_many_requests when too many uploads wait
 */
export async function requestUpload(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  signer: UploadSigner,
  userId: string,
  { projectId, fileName, size, contentType }: UploadRequest,
): Promise<UploadResult> {
  const told = { bytes: size ?? null, type: contentType?.toLowerCase() ?? null };
  const { id, dropped } = await db.transaction().execute(async (trx) => {
    if (!(await findOwnProject(trx, projectId, userId))) {
      throw new AppError('not_found', 'There is no such project.');
    }
    const counted = await countWaitingObjects(trx, userId);
    if (counted.waiting >= MAX_WAITING) {
      throw new AppError(
        'too_many_requests',
        'Too many files were uploaded and not used in a section. Please try again tomorrow.',
      );
    }
    const inserted = await insertObject(trx, { userId, projectId, fileName, ...told });
    return { id: inserted, dropped: counted.dropped };
  });
  await Promise.all(dropped.map((key) => storage.remove(key)));
  return { objectPath: objectPath(id), uploadURL: signer.sign({ objectId: id, ...told }, UPLOAD_LINK_TTL) };
}

const underWay = new Map<string, number>();

/**
 * Takes a file in, whole or not at all; `type` is what the request says of it.
 * @returns the file's SHA-256
 * @throws AppError conflict when the file came before, too_many_requests when its user sent too much, too_large,
 * unprocessable when it is not as it was told, bad_request when nothing comes
 */
export async function receiveUpload(
  platform: Pick<Platform, 'db' | 'storage' | 'tempDir'>,
  budget: UploadBudget,
  upload: SignedUpload,
  { type, bytes, body }: { type: string | undefined; bytes: number | undefined; body: Readable },
): Promise<string> {
  const { db, storage, tempDir } = platform;
  const { objectId } = upload;
  if (bytes !== undefined) refuseSize(bytes, upload);
  if (upload.type !== null && mediaType(type) !== upload.type) {
    throw new AppError('unprocessable', `This link is for a file of the type ${upload.type}.`);
  }
  const { user_id: userId } = await findWanted(db, objectId);
  const others = underWay.get(objectId) ?? 0;
  if (others >= MAX_AT_ONCE) throw new AppError('too_many_requests', 'This file is being sent already.');
  underWay.set(objectId, others + 1);
  const path = join(tempDir, `upload-${randomUUID()}`);
  try {
    const most = bytes ?? upload.bytes ?? MAX_UPLOAD_BYTES;
    const file = await budget.spend(userId, most, (count) =>
      writeDown(body, path, { maxBytes: MAX_UPLOAD_BYTES, tooLarge, count }),
    );
    refuseSize(file.bytes, upload);
    // Each PUT has a key of its own: a late one never overwrites what counts.
    const objectKey = `uploads/${objectId}/${randomUUID()}`;
    await storage.putFile(objectKey, path);
    if (!(await setUploaded(db, objectId, { objectKey, ...file }))) {
      await storage.remove(objectKey);
      await findWanted(db, objectId);
    }
    return file.sha256;
  } finally {
    await rm(path, { force: true });
    const left = underWay.get(objectId)! - 1;
    if (left > 0) underWay.set(objectId, left);
    else underWay.delete(objectId);
  }
}

/** An upload whose file has not come yet. */
async function findWanted(db: Platform['db'], id: string): Promise<ObjectRow> {
  const object = await findObject(db, id);
  if (!object) throw new AppError('not_found', 'This upload is no longer wanted.');
  if (object.uploaded_at) throw new AppError('conflict', 'This file was uploaded already.');
  return object;
}

function refuseSize(bytes: number, upload: SignedUpload): void {
  if (bytes === 0) throw new AppError('bad_request', 'The file is empty.');
  if (bytes > MAX_UPLOAD_BYTES) throw tooLarge();
  if (upload.bytes !== null && bytes !== upload.bytes) {
    throw new AppError('unprocessable', `This link is for a file of ${upload.bytes} bytes.`);
  }
}

const tooLarge = () => new AppError('too_large', 'A file may have 100 MB at most.');

/** The type without its parameters, in small letters. */
const mediaType = (type: string | undefined) => type?.split(';')[0]!.trim().toLowerCase();
