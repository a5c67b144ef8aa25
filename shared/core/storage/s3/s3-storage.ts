import { type CacheOptions, openFileCache } from '../cache/file-cache.ts';
import type { Storage } from '../storage.ts';
import type { S3Config } from '../../config/objects-config.ts';
import { openS3Links } from './s3-links.ts';
import { openS3Objects } from './s3-objects.ts';

/** Opens a bucket as a store, with copies of the files that this machine uses. */
export async function openS3Storage(config: S3Config, cacheOptions: CacheOptions): Promise<Storage> {
  const objects = await openS3Objects(config);
  const cache = await openFileCache(cacheOptions);
  const direct = await openS3Links(config, objects);
  const { find, copyOut, listFolder, listFiles } = objects;
  return {
    find,
    copyOut,
    listFolder,
    listFiles,
    async putFile(key, localPath) {
      const bytes = await objects.upload(key, localPath);
      // The next step often reads what was just made.
      await cache.add(key, localPath);
      return bytes;
    },
    async remove(key) {
      await objects.remove(key);
      await cache.remove(key);
    },
    async localPath(key) {
      objects.nameOf(key);
      return cache.open(key, (to) => copyOut(key, to));
    },
    hold: (work) => cache.hold(work),
    direct,
    async close() {
      await cache.close();
      objects.close();
    },
  };
}
