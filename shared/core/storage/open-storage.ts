import { mkdir } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { openLocalStorage } from './local-storage.ts';
import type { ObjectStore, Storage } from './storage.ts';

type Place = Pick<Config, 'objects' | 'objectsDir'>;

/** Opens the installation's store for a node. @throws StoreRefusedError if the bucket cannot be used */
export async function openStorage({ objects, objectsDir }: Place): Promise<Storage> {
  if (objects === null) {
    await mkdir(objectsDir, { recursive: true });
    return openLocalStorage(objectsDir);
  }
  const { openS3Storage } = await import('./s3/s3-storage.ts');
  const storage = await openS3Storage(objects.s3, objects.cache);
  await storage.listFolder('probe');
  return storage;
}

/** Opens the installation's store without copies on this machine, for the operator's commands. */
export async function openObjects({ objects, objectsDir }: Place): Promise<ObjectStore> {
  if (objects === null) {
    await mkdir(objectsDir, { recursive: true });
    return openLocalStorage(objectsDir);
  }
  const { openS3Objects } = await import('./s3/s3-objects.ts');
  return openS3Objects(objects.s3);
}
