import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openLocalStorage } from '#core/storage/local-storage.ts';
import type { ObjectStore, StoredFile } from '#core/storage/storage.ts';
import { type Command, UsageError } from '../lib/command.ts';
import { bytesText } from '../lib/format.ts';

/** Files that are copied at the same time. */
const AT_ONCE = 4;

export const moveFiles: Command = {
  usage: '[--remove]',
  summary:
    'copies the files of DATA_DIR to the bucket of OBJECTS; --remove then removes the copied ones here',
  options: { remove: { type: 'boolean' } },
  arguments: 0,
  async run({ config, objects, print }, values) {
    if (config.objects === null) throw new UsageError('Set OBJECTS to the bucket first.');
    const from = openLocalStorage(config.objectsDir);
    const to = await objects();
    await mkdir(config.tempDir, { recursive: true });
    const dir = await mkdtemp(join(config.tempDir, 'move-'));
    const sums = { copied: 0, bytes: 0, known: 0 };
    try {
      const move = async (file: StoredFile) => {
        const isNew = await copyFile(file, { from, to, dir });
        sums.known += isNew ? 0 : 1;
        sums.copied += isNew ? 1 : 0;
        sums.bytes += isNew ? file.bytes : 0;
        if (values['remove'] === true) await from.remove(file.key);
      };
      await forEach(from.listFiles(''), AT_ONCE, move);
    } finally {
      await rm(dir, { recursive: true, force: true });
      print(`${sums.copied} files (${bytesText(sums.bytes)}) were copied; ${sums.known} were there already.`);
    }
    return 0;
  },
};

/** Copies a file unless it is there in full. Returns whether it was copied. */
async function copyFile(
  { key, bytes }: StoredFile,
  { from, to, dir }: { from: ObjectStore; to: ObjectStore; dir: string },
): Promise<boolean> {
  if ((await to.find(key))?.bytes === bytes) return false;
  // The bucket takes what it receives: a link to the file, if the file system has links.
  const path = join(dir, key.replaceAll('/', '~'));
  await from.copyOut(key, path);
  await to.putFile(key, path);
  if ((await to.find(key))?.bytes !== bytes)
    throw new Error(`${key} did not arrive in full. Run this again.`);
  return true;
}

/** Runs work on each item, on several at the same time. Stops at the first error. */
async function forEach<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value);
  };
  const results = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
