import { randomUUID } from 'node:crypto';
import { MAX_UPLOAD_BYTES, type UploadResult } from '#contract/uploads.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { isConnectionError } from '#core/lib/outages.ts';
import { refuseFilesOver } from '#core/repositories/account/holdings.ts';
import { findObject, type ObjectRow, setMultipart, setUploaded } from '#core/repositories/media/uploads.ts';
import { hashFile } from '#core/files/hash-file.ts';
import { UPLOAD_LINK_TTL } from '#core/storage/signing.ts';
import { type DirectLinks, isMissingFile } from '#core/storage/storage.ts';

/**
 * Larger files can be sent in parts of this size, in bytes, of which those that arrived are not sent again.
 */
export const PART_BYTES = 8 * 2 ** 20;
/** How long the link of a part works, in seconds: the last part may wait for all others on a slow line. */
const PART_LINK_TTL = 12 * 3600;

type Parts = Pick<Backend, 'config' | 'db' | 'storage'>;

/** Where browsers send an upload's file. Its final key is another one, so a late PUT changes nothing. */
const sentKey = ({ id }: ObjectRow) => `uploads/${id}/sent`;

/** Returns links by which a browser sends an upload's file to the store: by one PUT, or in missing parts. */
export async function directLinks(
  { db }: Pick<Parts, 'db'>,
  direct: DirectLinks,
  object: ObjectRow,
): Promise<Pick<UploadResult, 'uploadURL' | 'offset' | 'parts'>> {
  const seconds = UPLOAD_LINK_TTL;
  const key = sentKey(object);
  const bytes = object.declaredBytes === null ? null : Number(object.declaredBytes);
  const uploadURL = await direct.write(key, { seconds, bytes, type: object.declaredType });
  if (bytes === null || bytes <= PART_BYTES) return { uploadURL };
  const existingId = object.multipartId;
  const id = existingId ?? (await direct.beginParts(key));
  if (existingId === null) await setMultipart(db, object.id, id);
  return { uploadURL, ...(await missingParts(direct, { key, id, bytes })) };
}

/** Returns how many bytes of a file have arrived in parts, and the addresses of the missing ones. */
export async function missingParts(
  direct: DirectLinks,
  { key, id, bytes }: { key: string; id: string; bytes: number },
): Promise<{ offset: number; parts: NonNullable<UploadResult['parts']> }> {
  const arrived = new Map((await direct.partsOf(key, id)).map((part) => [part.number, part.bytes]));
  const starts = Array.from({ length: Math.ceil(bytes / PART_BYTES) }, (_, index) => index * PART_BYTES);
  const parts = starts.map((start, index) => {
    const end = Math.min(start + PART_BYTES, bytes);
    return { number: index + 1, start, end, hasArrived: arrived.get(index + 1) === end - start };
  });
  const missing = parts.filter(({ hasArrived }) => !hasArrived);
  return {
    offset: parts.reduce((sum, { start, end, hasArrived }) => sum + (hasArrived ? end - start : 0), 0),
    parts: await Promise.all(
      missing.map(async ({ number, start, end }) => {
        const options = { seconds: PART_LINK_TTL, bytes: end - start };
        const url = await direct.writePart(key, id, number, options);
        return { url, start, end };
      }),
    ),
  };
}

/**
 * Records that an upload's file has arrived in the store, if it has.
 * @returns the upload's row as it is then
 * @throws AppError `unprocessable` if the file is not as announced, or the account has no room for it
 */
export async function settleUpload(
  { config, db, storage }: Parts,
  object: ObjectRow,
): Promise<ObjectRow | undefined> {
  const { direct } = storage;
  if (!direct || object.uploadedAt) return object;
  const sent = sentKey(object);
  await completeParts(direct, object);
  if (!(await storage.find(sent))) return object;
  const objectKey = `uploads/${object.id}/${randomUUID()}`;
  let isStored = false;
  try {
    await direct.copy(sent, objectKey);
    // Checked after the copy: nothing writes to that.
    const bytes = (await storage.find(objectKey))?.bytes ?? 0;
    const declared = object.declaredBytes === null ? null : Number(object.declaredBytes);
    if (bytes === 0 || bytes > (declared ?? MAX_UPLOAD_BYTES) || (declared !== null && bytes !== declared)) {
      await storage.remove(sent);
      throw new AppError('unprocessable', 'The file that arrived is not the one that was announced.');
    }
    const sha256 = await storage.hold(async () => hashFile(await storage.localPath(objectKey)));
    isStored = await db.transaction().execute(async (trx) => {
      const isFirst = await setUploaded(trx, object.id, { objectKey, bytes, sha256 });
      if (isFirst) await refuseFilesOver(trx, config.caps, object.userId);
      return isFirst;
    });
    if (isStored) await storage.remove(sent);
  } catch (error) {
    // If Postgres became unavailable, it may have stored the row.
    isStored ||= isConnectionError(error);
    // Another request may have settled the upload at the same time.
    if (!isMissingFile(error)) throw error;
  } finally {
    if (!isStored) await storage.remove(objectKey);
  }
  return findObject(db, object.id);
}

/** Completes a file that was sent in parts, once all of them have arrived. */
async function completeParts(direct: DirectLinks, object: ObjectRow): Promise<void> {
  const { multipartId: id, declaredBytes: declared } = object;
  if (id === null || declared === null) return;
  const parts = await direct.partsOf(sentKey(object), id);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (parts.length > 0 && bytes === Number(declared)) await direct.completeParts(sentKey(object), id, parts);
}
