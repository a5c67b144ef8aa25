import { randomUUID } from 'node:crypto';
import type { Received } from '#contract/calls/define-call.ts';
import type { readFootageUpload } from '#contract/calls/uploads.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { refuseNoRoom } from '#core/repositories/account/holdings.ts';
import { hashFile } from '#core/files/hash-file.ts';
import { missingParts, PART_BYTES } from './direct-uploads.ts';
import { arrivedBytes } from './incoming-files.ts';
import { uploadedId } from './uploaded-id.ts';
import type { UploadBudget } from './upload-budget.ts';

/** How long the parts of a video are known after the first of them was requested, in seconds. */
const KNOWN_SECONDS = 24 * 3600;

type Parts = Pick<Backend, 'config' | 'db' | 'disk' | 'redis' | 'storage'>;
interface Sending {
  userId: string;
  uploadId: string;
}

/** A video that arrived in the store. */
export interface SentVideo {
  path: string;
  bytes: number;
  hash(): Promise<string>;
  /** Returns the key under which its file is stored. */
  store(): Promise<string>;
  /** Removes it, since it is not used. */
  drop(): Promise<void>;
}

const sentKey = ({ userId, uploadId }: Sending) => `uploads/${uploadedId(userId, uploadId)}/sent`;
const nameIn = ({ config }: Pick<Parts, 'config'>, { userId, uploadId }: Sending) =>
  `${config.redisPrefix}:video-parts:${uploadedId(userId, uploadId)}`;

/**
 * Returns how many bytes of a video have arrived. A large one goes straight to a store that receives it, in
 * parts, whose addresses are returned too.
 * @throws AppError `unprocessable` if the account has no room, `too_many_requests` if its user sent too much
 */
export async function videoArrived(
  parts: Parts,
  budget: UploadBudget,
  sending: Sending,
  { size, maxBytes }: Received<typeof readFootageUpload>['query'] & { maxBytes: number },
) {
  const { config, db, disk, redis, storage } = parts;
  const { direct } = storage;
  if (!direct || size === undefined || size <= PART_BYTES || size > maxBytes) {
    return { offset: await arrivedBytes(config.partialDir, sending) };
  }
  const key = sentKey(sending);
  const known = await knownParts(parts, sending);
  if (known?.bytes === size) return missingParts(direct, { key, ...known });
  await disk.refuseFull();
  await refuseNoRoom(db, config, sending.userId, { bytes: size, uploadId: sending.uploadId });
  const id = await budget.spend(sending.userId, size, async (count) => {
    const begun = await direct.beginParts(key);
    count(size);
    return begun;
  });
  await redis.set(nameIn(parts, sending), `${size} ${id}`, 'EX', KNOWN_SECONDS);
  return missingParts(direct, { key, id, bytes: size });
}

async function knownParts(
  parts: Parts,
  sending: Sending,
): Promise<{ bytes: number; id: string } | undefined> {
  const known = await parts.redis.get(nameIn(parts, sending));
  if (known === null) return undefined;
  const [bytes, id = ''] = known.split(' ');
  return { bytes: Number(bytes), id };
}

/**
 * Takes a video whose parts went to the store.
 * @returns `undefined` if none was begun
 * @throws AppError `bad_request` if parts are missing
 */
export async function takeSent(parts: Parts, sending: Sending): Promise<SentVideo | undefined> {
  const { redis, storage } = parts;
  const { direct } = storage;
  const known = direct ? await knownParts(parts, sending) : undefined;
  if (!direct || !known) return undefined;
  const key = sentKey(sending);
  const arrived = await direct.partsOf(key, known.id);
  if (arrived.reduce((sum, part) => sum + part.bytes, 0) === known.bytes) {
    await direct.completeParts(key, known.id, arrived);
  }
  if (!(await storage.find(key))) {
    throw new AppError('bad_request', 'The upload was incomplete. Upload the file again.');
  }
  // Nothing else writes to this key, so what is checked is what is used.
  const objectKey = `uploads/${uploadedId(sending.userId, sending.uploadId)}/${randomUUID()}`;
  await direct.copy(key, objectKey);
  const forget = async () => {
    await redis.del(nameIn(parts, sending));
    await storage.remove(key);
  };
  const path = await storage.localPath(objectKey);
  const bytes = (await storage.find(objectKey))?.bytes ?? 0;
  return {
    path,
    bytes,
    hash: () => hashFile(path),
    async store() {
      await forget();
      return objectKey;
    },
    async drop() {
      await storage.remove(objectKey);
      await forget();
    },
  };
}
