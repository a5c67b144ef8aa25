import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { childEnvironment } from '../lib/child-environment.ts';
import { isDiskFull } from '../lib/outages.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { VerifiedFile } from './installed.ts';
import { ModelError, noRoomFor } from './model-error.ts';

export interface Packed {
  /** The download. */
  from: string;
  /** The model's folder. */
  dir: string;
  /** The file or folder that the download becomes in there. */
  path: string;
  /** The maximum number of bytes after unpacking. */
  most: number;
  signal: AbortSignal;
}

/** The maximum number of files of one archive. A model never has more. */
const MAX_FILES = 5_000;

/** Unpacks a file compressed with gzip. @throws ModelError */
export async function gunzipFile({ from, dir, path, most, signal }: Packed): Promise<VerifiedFile[]> {
  const draft = join(dir, `${path}.unpacking`);
  const source = createReadStream(from, { signal });
  const plain = createGunzip();
  source.on('error', (error) => plain.destroy(error));
  // Invalid gzip data may fail before anything reads the stream. The reader gets the error then.
  plain.on('error', () => {});
  try {
    const written = await writeAll(source.pipe(plain), draft, most, path);
    await rename(draft, join(dir, path));
    return [await keep(dir, path, written)];
  } catch (error) {
    source.destroy();
    await rm(draft, { force: true });
    signal.throwIfAborted();
    throw damaged(error, path);
  }
}

/** Unpacks an archive of one folder: plain files below that folder, and nothing else. @throws ModelError */
export async function untarFile({ from, dir, path, most, signal }: Packed): Promise<VerifiedFile[]> {
  const draft = join(dir, `${path}.unpacking`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const bzip2 = spawn('bzip2', ['-dc', from], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: childEnvironment(),
    signal,
  });
  const ended = once(bzip2, 'exit') as Promise<[number | null]>;
  ended.catch(() => {});
  const written: { path: string; bytes: number; sha256: string }[] = [];
  let remaining = most;
  const archive = extract();
  bzip2.stdout.on('error', (error) => archive.destroy(error));
  try {
    for await (const entry of bzip2.stdout.pipe(archive)) {
      const { name, type } = entry.header;
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      if (type !== 'file') throw new ModelError('An archive contains something other than files.');
      const below = belowFolder(name, path);
      if (written.length >= MAX_FILES) throw new ModelError(`${path} has too many files.`);
      const target = join(draft, below);
      await mkdir(dirname(target), { recursive: true });
      const { bytes, sha256 } = await writeAll(entry as AsyncIterable<Buffer>, target, remaining, path);
      remaining -= bytes;
      written.push({ path: below, bytes, sha256 });
    }
    const [code] = await ended;
    if (code !== 0 || written.length === 0) throw new ModelError(`The archive of ${path} is damaged.`);
    await rm(join(dir, path), { recursive: true, force: true });
    await rename(draft, join(dir, path));
    return await Promise.all(written.map((file) => keep(dir, `${path}/${file.path}`, file)));
  } catch (error) {
    bzip2.kill('SIGKILL');
    await rm(draft, { recursive: true, force: true });
    signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).syscall?.startsWith('spawn')) {
      throw new ModelError(`bzip2 is needed to unpack ${path}: please install it.`, { cause: error });
    }
    throw damaged(error, path);
  }
}

/** @returns the path below the folder @throws ModelError for a path that leads elsewhere */
function belowFolder(path: string, folder: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const [first, ...rest] = parts;
  if (path.startsWith('/') || first !== folder || rest.length === 0 || rest.includes('..')) {
    throw new ModelError(`The archive of ${folder} contains a file outside of it.`);
  }
  return rest.join('/');
}

async function writeAll(body: AsyncIterable<Buffer>, target: string, most: number, name: string) {
  const hash = createHash('sha256');
  const file = await open(target, 'w');
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > most) throw new ModelError(`${name} is too large after unpacking.`);
      hash.update(chunk);
      await writeWhole(file, chunk);
    }
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function keep(
  dir: string,
  path: string,
  { bytes, sha256 }: { bytes: number; sha256: string },
): Promise<VerifiedFile> {
  return { path, bytes, sha256, mtimeMs: (await stat(join(dir, path))).mtimeMs };
}

function damaged(error: unknown, path: string): Error {
  if (error instanceof ModelError) return error;
  if (isDiskFull(error)) return noRoomFor(path, error);
  return new ModelError(`The download of ${path} cannot be unpacked.`, { cause: error });
}
