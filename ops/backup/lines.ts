import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { linesOf } from '#core/lib/lines.ts';

/** Writes JSON lines, compressed. Returns their number and their hash. */
export async function writeLines(
  path: string,
  lines: AsyncIterable<string>,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  async function* counted() {
    for await (const line of lines) {
      rows += 1;
      hash.update(`${line}\n`);
      yield `${line}\n`;
    }
  }
  await pipeline(counted, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { rows, sha256: hash.digest('hex') };
}

/**
 * Reads the lines of a file that `writeLines` wrote.
 * @throws Error after the last line if the contents differ from what was written
 */
export async function* readLines(
  path: string,
  expected: { rows: number; sha256: string },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let rows = 0;
  const unpacked = createGunzip();
  const read = pipeline(createReadStream(path), unpacked);
  read.catch((error: Error) => unpacked.destroy(error));
  for await (const line of linesOf(unpacked)) {
    rows += 1;
    hash.update(`${line}\n`);
    yield line;
  }
  await read;
  if (rows !== expected.rows || hash.digest('hex') !== expected.sha256) {
    throw new Error(`${path} is damaged: it does not match the manifest.`);
  }
}
