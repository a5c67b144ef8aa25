import { randomUUID } from 'node:crypto';
import type { Received } from '#contract/calls/define-call.ts';
import type { readFootageUpload } from '#contract/calls/uploads.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { hashFile } from '#core/files/hash-file.ts';
import type { Caller } from '../caller.ts';
import { missingParts } from './direct-uploads.ts';
import { arrivedBytes } from './incoming-files.ts';
import { type ArrivedVideo, uploadedId } from './own-video.ts';

// For clients of the previous version, whose forms sent large videos to the store in parts. Their open
// uploads finish; no new ones begin. The next version removes this file.

type Parts = Pick<Backend, 'config' | 'redis' | 'storage'>;
interface Sending {
  userId: string;
  uploadId: string;
}

const sentKey = ({ userId, uploadId }: Sending) => `uploads/${uploadedId(userId, uploadId)}/sent`;
const nameIn = ({ config }: Pick<Parts, 'config'>, { userId, uploadId }: Sending) =>
  `${config.redisPrefix}:video-parts:${uploadedId(userId, uploadId)}`;

/**
 * Returns how many bytes of a form's video have arrived. If its parts go to the store, their addresses are
 * returned too.
 */
export async function videoArrived(
  parts: Parts,
  { userId }: Caller,
  { uploadId }: { uploadId: string },
  { size }: Received<typeof readFootageUpload>['query'],
) {
  const sending = { userId, uploadId };
  const { direct } = parts.storage;
  const stored = direct ? await knownParts(parts, sending) : undefined;
  if (direct && stored && stored.bytes === size) {
    return missingParts(direct, { key: sentKey(sending), ...stored });
  }
  return { offset: await arrivedBytes(parts.config.partialDir, sending) };
}

async function knownParts(
  parts: Parts,
  sending: Sending,
): Promise<{ bytes: number; id: string } | undefined> {
  const value = await parts.redis.get(nameIn(parts, sending));
  if (value === null) return undefined;
  const [bytes, id = ''] = value.split(' ');
  return { bytes: Number(bytes), id };
}

/**
 * Takes a video whose parts went to the store.
 * @returns `undefined` if none was begun
 * @throws AppError `bad_request` if parts are missing
 */
export async function takeSent(parts: Parts, sending: Sending): Promise<ArrivedVideo | undefined> {
  const { redis, storage } = parts;
  const { direct } = storage;
  const stored = direct ? await knownParts(parts, sending) : undefined;
  if (!direct || !stored) return undefined;
  const key = sentKey(sending);
  const arrived = await direct.partsOf(key, stored.id);
  if (arrived.reduce((sum, part) => sum + part.bytes, 0) === stored.bytes) {
    await direct.completeParts(key, stored.id, arrived);
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
    claim: async () => true,
    async refuse(refusal) {
      if (!(refusal instanceof AppError) || refusal.code !== 'unprocessable') return;
      await storage.remove(objectKey);
      await forget();
    },
    release: (storedKey) => storage.remove(storedKey),
  };
}
