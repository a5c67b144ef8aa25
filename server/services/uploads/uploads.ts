import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MAX_UPLOAD_BYTES, type UploadRequest, type UploadResult } from '#contract/uploads.ts';
import { isConnectionError } from '#core/lib/outages.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import {
  countWaitingObjects,
  findObject,
  insertObject,
  type ObjectRow,
  setUploaded,
} from '#core/repositories/media/uploads.ts';
import { refuseFilesOver, refuseNoRoom } from '#core/repositories/account/holdings.ts';
import { type SignedUpload, UPLOAD_LINK_TTL, type UploadSigner } from '#core/storage/signing.ts';
import { directLinks, settleUpload } from './direct-uploads.ts';
import { arrivedBytes, receiveFile } from './incoming-files.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import type { UploadBudget } from './upload-budget.ts';

/** The maximum number of unused uploads of one user. */
const MAX_WAITING = 50;

type Parts = Pick<Backend, 'config' | 'db' | 'disk' | 'editTurns' | 'storage'>;
/** The backend with what upload links need. */
export type LinkBackend = Parts & { uploadSigner: UploadSigner; uploadBudget: UploadBudget };
/** The file of an upload. */
type Announced = Omit<UploadRequest, 'objectPath' | 'projectId'>;

export const objectPath = (id: string): string => `/objects/${id}`;

/**
 * Creates an upload link for one file of a project, or a new link for an earlier upload, with the number of
 * bytes that arrived.
 * @throws AppError `not_found`; `too_many_requests` if too many uploads are unused; `unprocessable` if the
 * account has no room
 */
export async function requestUpload(
  backend: LinkBackend,
  caller: Caller,
  { projectId, objectPath: earlier, ...file }: UploadRequest,
): Promise<UploadResult> {
  return earlier === undefined
    ? linksForNew(backend, caller, { projectId }, file)
    : linksForRest(backend, caller, { objectId: earlier.slice(objectPath('').length) });
}

/**
 * Returns links for a new upload. @throws AppError as `beginUpload` does; `too_many_requests` over the budget
 */
export async function linksForNew(
  backend: LinkBackend,
  caller: Caller,
  ids: UploadIds,
  file: Announced,
): Promise<UploadResult> {
  // A file that goes straight to the store is not counted as it arrives.
  const most = backend.storage.direct === null ? 0 : (file.size ?? MAX_UPLOAD_BYTES);
  return backend.uploadBudget.spend(caller.userId, most, async (count) => {
    const links = await createLinks(backend, await beginUpload(backend, caller, ids, file));
    count(most);
    return links;
  });
}

/** Returns links for the rest of an upload. @throws AppError `not_found` */
export async function linksForRest(
  backend: LinkBackend,
  caller: Caller,
  { objectId }: { objectId: string },
): Promise<UploadResult> {
  const { object, offset } = await findBegun(backend, caller, objectId);
  return createLinks(backend, object, offset);
}

async function createLinks(backend: LinkBackend, object: ObjectRow, offset?: number): Promise<UploadResult> {
  if (backend.storage.direct && !object.uploadedAt) {
    return {
      objectPath: objectPath(object.id),
      ...(await directLinks(backend, backend.storage.direct, object)),
    };
  }
  const uploadURL = linkTo(backend, object);
  return { objectPath: objectPath(object.id), uploadURL, ...(offset !== undefined && { offset }) };
}

/** Returns the link by which this server receives an upload's file. */
export function linkTo(
  { uploadSigner }: Pick<LinkBackend, 'uploadSigner'>,
  object: { id: string; declaredBytes: number | string | null; declaredType: string | null },
): string {
  const { id: objectId, declaredBytes: bytes, declaredType: type } = object;
  return uploadSigner.sign({ objectId, bytes: bytes === null ? null : Number(bytes), type }, UPLOAD_LINK_TTL);
}

/** The project of an upload, or the ID of an own video's upload. */
type UploadIds = ProjectId | { objectId: string };

/**
 * Inserts the row of a file that will arrive, or finds that of an own video whose upload began meanwhile.
 * @throws AppError `not_found`; `too_many_requests` if too many uploads are unused; `unprocessable` if the
 * account has no room
 */
export async function beginUpload(
  { config, db, disk, storage }: Pick<Parts, 'config' | 'db' | 'disk' | 'storage'>,
  { userId }: Caller,
  ids: UploadIds,
  { fileName, size, contentType }: Announced,
): Promise<ObjectRow> {
  const projectId = 'projectId' in ids ? ids.projectId : null;
  const id = 'objectId' in ids ? ids.objectId : undefined;
  await disk.refuseFull();
  await refuseNoRoom(db, config, userId, { bytes: size });
  const { object, dropped } = await db.transaction().execute(async (trx) => {
    if (projectId !== null) await ownProject(trx, projectId, userId);
    const counted = await countWaitingObjects(trx, userId);
    const existing = id === undefined ? undefined : await findObject(trx, id);
    if (existing) return { object: existing, dropped: counted.dropped };
    if (counted.waiting >= MAX_WAITING) {
      throw new AppError(
        'too_many_requests',
        `An account can have at most ${MAX_WAITING} unused uploads. Please use one in a section, or try again tomorrow.`,
      );
    }
    const announced = { bytes: size ?? null, type: contentType?.toLowerCase() ?? null };
    const newId = await insertObject(trx, { id, userId, projectId, fileName, ...announced });
    return { object: (await findObject(trx, newId))!, dropped: counted.dropped };
  });
  await Promise.all(dropped.map((key) => storage.remove(key)));
  return object;
}

async function findBegun(
  parts: Parts,
  { userId }: Caller,
  id: string,
): Promise<{ object: ObjectRow; offset: number }> {
  const { config, db } = parts;
  const mine = async () => {
    const object = await findUpload(db, id);
    if (object.userId !== userId) throw uploadGone();
    return (await settleUpload(parts, object)) ?? object;
  };
  await mine();
  const arrived = await arrivedBytes(config.partialDir, { userId, uploadId: id });
  // The stopped request may have completed the file.
  const object = await mine();
  return { object, offset: object.uploadedAt ? Number(object.bytes) : arrived };
}

/**
 * Receives a file, whole or from `offset` on if that many bytes arrived before; `type` and `bytes` are as
 * announced. A partial file is retained for a day.
 * @returns the file's SHA-256
 * @throws AppError `conflict` if the file arrived before, or fewer bytes of it than `offset`;
 * `too_many_requests` if its user sent too much; `too_large`; `unprocessable` if it is not as announced, or
 * the account has no room; `bad_request` if nothing arrives
 */
export async function receiveUpload(
  { config, db, disk, editTurns, storage, uploadBudget }: Parts & { uploadBudget: UploadBudget },
  upload: SignedUpload,
  sent: { offset: number; type: string | undefined; bytes: number | undefined; body: Readable },
): Promise<string> {
  const { objectId } = upload;
  const { offset, type, bytes, body } = sent;
  if (bytes !== undefined) refuseSize(offset + bytes, upload);
  if (upload.type !== null && mediaType(type) !== upload.type) {
    throw new AppError('unprocessable', `This link is for a file of the type ${upload.type}.`);
  }
  const { userId, ...details } = await findUpload(db, objectId);
  if (details.uploadedAt) {
    // Only the response to its last part was lost.
    if (offset > 0 && offset === Number(details.bytes)) return details.sha256!;
    throw uploadedAlready();
  }
  await disk.refuseFull();
  await refuseNoRoom(db, config, userId, { bytes: offset + (bytes ?? 1), uploadId: objectId });
  return receiveFile(
    config.partialDir,
    { userId, uploadId: objectId, offset },
    async ({ path, write, hash }) => {
      const most = bytes ?? Math.max(0, (upload.bytes ?? MAX_UPLOAD_BYTES) - offset);
      const size = await uploadBudget.spend(userId, most, (count) =>
        write(body, { maxBytes: upload.bytes ?? MAX_UPLOAD_BYTES, tooLarge: () => wrongSize(upload), count }),
      );
      refuseSize(size, upload);
      const file = { bytes: size, sha256: await hash() };
      // Each PUT has its own key, so a late one never overwrites the one that counts.
      const objectKey = `uploads/${objectId}/${randomUUID()}`;
      await storage.putFile(objectKey, path);
      try {
        const store = () =>
          db.transaction().execute(async (trx) => {
            if (!(await setUploaded(trx, objectId, { objectKey, ...file }))) {
              await findUpload(trx, objectId);
              throw uploadedAlready();
            }
            await refuseFilesOver(trx, config.caps, userId);
          });
        await editTurns(userId, store);
      } catch (error) {
        // If Postgres became unavailable, it may have stored the row.
        if (!isConnectionError(error)) await storage.remove(objectKey);
        throw error;
      }
      return file.sha256;
    },
  );
}

async function findUpload(db: Executor, id: string): Promise<ObjectRow> {
  const object = await findObject(db, id);
  if (!object) throw uploadGone();
  return object;
}

const uploadGone = () => new AppError('not_found', 'This upload no longer exists.');
const uploadedAlready = () => new AppError('conflict', 'This file has already been uploaded.');

function refuseSize(bytes: number, upload: SignedUpload): void {
  if (bytes === 0) throw new AppError('bad_request', 'The file is empty.');
  if (bytes > Math.max(MAX_UPLOAD_BYTES, upload.bytes ?? 0)) throw tooLarge();
  if (upload.bytes !== null && bytes !== upload.bytes) throw wrongSize(upload);
}

const tooLarge = () => new AppError('too_large', 'Files can be up to 100 MB.');

const wrongSize = ({ bytes }: SignedUpload) =>
  bytes === null ? tooLarge() : new AppError('unprocessable', `This link is for a file of ${bytes} bytes.`);

/** Returns the type without its parameters, in lower case. */
const mediaType = (type: string | undefined) => type?.split(';')[0]!.trim().toLowerCase();
