import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ListObjectsV2CommandOutput, S3Client } from '@aws-sdk/client-s3';
import { checkKey, isMissingFile, type ObjectStore, type StoredFile } from '../storage.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { loadS3, openS3Client } from './s3-client.ts';
import type { S3Config } from '../../config/objects-config.ts';
import { StoreUnavailableError, toStoreError } from './s3-errors.ts';

/** Files larger than this are sent in parts of this size, in bytes. */
const PART_BYTES = 8 * 2 ** 20;
/** Parts of one file that are sent at the same time. Each is in memory. */
const PARTS_AT_ONCE = 2;
/** How often a broken download continues without having received anything. */
const BARREN_TRIES = 3;

export interface S3Objects extends ObjectStore {
  client: S3Client;
  /** Stores a copy of a local file. Returns its size in bytes. */
  upload(key: string, localPath: string): Promise<number>;
  /** Returns the name of a key's object in the bucket. @throws Error for an invalid key */
  nameOf(key: string): string;
  close(): void;
}

/** Opens the objects of a bucket, without copies on this machine. Nothing is requested yet. */
export async function openS3Objects(config: S3Config): Promise<S3Objects> {
  const [client, s3] = await Promise.all([openS3Client(config), loadS3()]);
  const { bucket: Bucket, prefix } = config;
  const before = prefix === '' ? '' : `${prefix}/`;
  const nameOf = (key: string) => before + checkKey(key);
  const folderOf = (folder: string) => (folder === '' ? before : `${nameOf(folder)}/`);

  /** Runs a request about a key, or about no particular one, with the product's errors. */
  async function ask<T>(key: string | undefined, request: () => Promise<T>): Promise<T> {
    try {
      return await request().catch((error: Error) => {
        // The client has corrected its clock by the store's answer.
        if (error.name === 'RequestTimeTooSkewed') return request();
        throw error;
      });
    } catch (error) {
      throw toStoreError(error, config, key);
    }
  }

  async function* pages(folder: string, Delimiter?: string): AsyncGenerator<ListObjectsV2CommandOutput> {
    const Prefix = folderOf(folder);
    let ContinuationToken: string | undefined;
    do {
      const command = new s3.ListObjectsV2Command({ Bucket, Prefix, Delimiter, ContinuationToken });
      const page = await ask(undefined, () => client.send(command));
      yield page;
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }

  /** Appends the content of a key from `from` on to a file. @returns the object's whole size and version */
  async function receive(key: string, file: FileHandle, from: number, version: string | undefined) {
    const rest = from > 0 && { Range: `bytes=${from}-`, IfMatch: version };
    const command = new s3.GetObjectCommand({ Bucket, Key: nameOf(key), ...rest });
    const { Body, ContentLength = 0, ETag } = await ask(key, () => client.send(command));
    let receivedBytes = 0;
    const failure = await (async () => {
      for await (const chunk of Body as Readable as AsyncIterable<Buffer>) {
        await writeWhole(file, chunk, from + receivedBytes);
        receivedBytes += chunk.length;
      }
    })().catch((error: unknown) => toStoreError(error, config, key));
    if (failure && !(failure instanceof StoreUnavailableError)) throw failure;
    return { came: receivedBytes, total: from + ContentLength, version: ETag };
  }

  const objects: S3Objects = {
    client,
    nameOf,
    async putFile(key, localPath) {
      const size = await objects.upload(key, localPath);
      await rm(localPath);
      return size;
    },
    async upload(key, localPath) {
      const Key = nameOf(key);
      const { size } = await stat(localPath);
      const { Upload } = await import('@aws-sdk/lib-storage');
      await ask(undefined, async () => {
        const Body = createReadStream(localPath, { highWaterMark: 2 ** 20 });
        const params = { Bucket, Key, Body };
        const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE });
        await upload.done().finally(() => Body.destroy());
      });
      return size;
    },
    async copyOut(key, to) {
      nameOf(key);
      let file: FileHandle | undefined;
      try {
        file = await open(to, 'w', 0o600);
        let object: { total: number; version: string | undefined } | undefined;
        let done = 0;
        for (let barren = 0; object === undefined || done < object.total;) {
          const got = await receive(key, file, done, object?.version);
          object ??= got;
          barren = got.came > 0 ? 0 : barren + 1;
          done += got.came;
          if (barren >= BARREN_TRIES && done < object.total) {
            throw new StoreUnavailableError(`The object store sent only a part of ${key}.`);
          }
        }
      } catch (error) {
        await file?.close();
        file = undefined;
        await rm(to, { force: true });
        throw error;
      } finally {
        await file?.close();
      }
    },
    async find(key) {
      const command = new s3.HeadObjectCommand({ Bucket, Key: nameOf(key) });
      const response = await ask(key, () => client.send(command)).catch((error: unknown) => {
        if (isMissingFile(error)) return undefined;
        throw error;
      });
      return (
        response && { key, bytes: response.ContentLength ?? 0, cameAt: response.LastModified?.getTime() ?? 0 }
      );
    },
    async remove(key) {
      const command = new s3.DeleteObjectCommand({ Bucket, Key: nameOf(key) });
      await ask(undefined, () => client.send(command));
    },
    async listFolder(folder) {
      const start = folderOf(folder).length;
      const names: string[] = [];
      for await (const { CommonPrefixes = [], Contents = [] } of pages(folder, '/')) {
        for (const { Prefix } of CommonPrefixes) names.push(Prefix!.slice(start, -1));
        for (const { Key } of Contents) names.push(Key!.slice(start));
      }
      return names.filter((name) => name !== '').toSorted();
    },
    async *listFiles(folder): AsyncGenerator<StoredFile> {
      for await (const { Contents = [] } of pages(folder)) {
        for (const { Key, Size = 0, LastModified } of Contents) {
          // Some consoles store an empty object for a folder.
          if (Key!.endsWith('/')) continue;
          yield { key: Key!.slice(before.length), bytes: Size, cameAt: LastModified?.getTime() ?? 0 };
        }
      }
    },
    close: () => client.destroy(),
  };
  return objects;
}
