import { ModelError } from './model-error.ts';

export interface TarFile {
  path: string;
  bytes: number;
  /** Must be read to its end before the next file is requested. */
  body: AsyncIterable<Buffer>;
}

const BLOCK = 512;
/** The most bytes of a file's long name. */
const MOST_NAME = 64 * 1024;

/**
 * Yields the files of an uncompressed tar archive (ustar, GNU's long names, pax), in order. Folders are left
 * out.
 * @throws ModelError if it is damaged, or contains links or devices, which no archive of data needs
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const bytes = reader(source);
  let longName: string | null = null;
  for (;;) {
    const header = await bytes.take(BLOCK);
    // An archive ends with blocks of zeros, or at the end of its bytes.
    if (header === null || header.every((byte) => byte === 0)) return;
    const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    if (numberAt(header, 148, 8) !== sum) throw new ModelError('An archive is damaged.');
    const size = numberAt(header, 124, 12);
    const type = String.fromCharCode(header[156]!);
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (type === 'L' || type === 'x' || type === 'g') {
      if (size > MOST_NAME) throw new ModelError('An archive has a name that is too long.');
      const text = (await bytes.exactly(size)).toString('utf8');
      await bytes.exactly(padding);
      if (type === 'L') longName = text.split('\0', 1)[0]!;
      if (type === 'x') longName = /^\d+ path=(.*)$/m.exec(text)?.[1] ?? longName;
      continue;
    }
    const path = longName ?? nameOf(header);
    longName = null;
    if (type === '5') continue;
    if (type !== '0' && type !== '\0')
      throw new ModelError('An archive contains something other than files.');
    let left = size;
    async function* body(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const chunk = await bytes.some(left);
        left -= chunk.length;
        yield chunk;
      }
    }
    yield { path, bytes: size, body: body() };
    if (left > 0) throw new ModelError('An archive was not read to the end of a file.');
    await bytes.exactly(padding);
  }
}

function reader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  /** Reads at least one byte and at most `most`. */
  async function some(most: number): Promise<Buffer> {
    const chunk = await upTo(most);
    if (chunk === null) throw new ModelError('An archive ends too early.');
    return chunk;
  }
  async function upTo(most: number): Promise<Buffer | null> {
    while (held.length === 0) {
      const { done, value } = await iterator.next();
      if (done) return null;
      held = value;
    }
    const chunk = held.subarray(0, most);
    held = held.subarray(chunk.length);
    return chunk;
  }
  async function exactly(size: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (let left = size; left > 0;) {
      const chunk = await some(left);
      chunks.push(chunk);
      left -= chunk.length;
    }
    return Buffer.concat(chunks);
  }
  /** Returns `null` at the end of the source. */
  async function take(size: number): Promise<Buffer | null> {
    const first = await upTo(size);
    return first && Buffer.concat([first, await exactly(size - first.length)]);
  }
  return { some, exactly, take };
}

const textAt = (header: Buffer, at: number, length: number) =>
  header.toString('utf8', at, at + length).split('\0', 1)[0]!;

function nameOf(header: Buffer): string {
  // GNU's own format stores other data there.
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? textAt(header, 345, 155) : '';
  return prefix ? `${prefix}/${textAt(header, 0, 100)}` : textAt(header, 0, 100);
}

function numberAt(header: Buffer, at: number, length: number): number {
  const value = parseInt(textAt(header, at, length).trim() || '0', 8);
  if (!Number.isSafeInteger(value) || value < 0) throw new ModelError('An archive is damaged.');
  return value;
}
