import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { topBoxes } from '#core/ffmpeg/top-boxes.ts';
import { isDiskFull } from '#core/lib/outages.ts';
import { readIndex, shiftChunks } from '../media/mov-boxes.ts';
import { type DraftClaim, draftClaim, type FilmClaim } from './claim.ts';
import { CredentialsError, type SigningIdentity } from './identity.ts';

interface Span {
  type: string;
  /** Position and length of the whole box in the file, in bytes. */
  start: number;
  size: number;
}

/** The type that C2PA gives its box. */
const USER_TYPE = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
const CHUNK_BYTES = 2 ** 20;

/**
 * Adds signed content credentials to an MP4 file, in place of the file. The film is copied and hashed piece by
 * piece, so the memory does not depend on its length.
 * @returns the new size of the file in bytes
 * @throws CredentialsError if it cannot be signed; the file is unchanged
 */
export async function signFilm(
  path: string,
  claim: FilmClaim,
  { identity, signal }: { identity: SigningIdentity; signal?: AbortSignal },
): Promise<number> {
  const signedPath = `${path}.signed`;
  try {
    await writeSigned(path, signedPath, { draft: await draftClaim(claim, identity), signal });
  } catch (error) {
    if (signal?.aborted || isDiskFull(error)) throw error;
    throw new CredentialsError(`The film could not be signed: ${(error as Error).message}`, { cause: error });
  }
  await rename(signedPath, path);
  return (await stat(path)).size;
}

async function writeSigned(
  path: string,
  signedPath: string,
  { draft, signal }: { draft: DraftClaim; signal?: AbortSignal | undefined },
): Promise<void> {
  const [fileType, ...others] = await spansOf(path);
  if (fileType?.type !== 'ftyp') throw new Error('The film does not begin with its file type.');
  const header = boxHeader(draft.size);
  const added = header.length + draft.size;
  const hash = createHash('sha256');

  async function* bytes() {
    yield* read(path, fileType!);
    yield header;
    yield Buffer.alloc(draft.size);
    for (const span of others) {
      // The hash covers the position of each box, then the box. File type and credentials are excluded.
      const position = Buffer.alloc(8);
      position.writeBigUInt64BE(BigInt(span.start + added));
      hash.update(position);
      for await (const chunk of span.type === 'moov'
        ? [await movedIndex(path, span, added)]
        : read(path, span)) {
        hash.update(chunk);
        yield chunk;
      }
    }
  }
  await pipeline(bytes, createWriteStream(signedPath), { signal });

  const credentials = await draft.sign(hash.digest());
  if (credentials.length !== draft.size) throw new Error('The credentials have an unexpected size.');
  const file = await open(signedPath, 'r+');
  try {
    await file.write(credentials, 0, credentials.length, fileType.size + header.length);
  } finally {
    await file.close();
  }
}

/** @throws Error if a part of the file is in no box */
async function spansOf(path: string): Promise<Span[]> {
  let end = 0;
  const spans = (await topBoxes(path)).map((box): Span => {
    const start = end;
    end = box.start + box.size;
    return { type: box.type, start, size: end - start };
  });
  if (end !== (await stat(path)).size) throw new Error('The film is damaged.');
  return spans;
}

function read(path: string, { start, size }: Span): AsyncIterable<Buffer> {
  return createReadStream(path, { start, end: start + size - 1, highWaterMark: CHUNK_BYTES });
}

/** Reads the index (moov) with the positions that its media have after `added` more bytes. */
async function movedIndex(path: string, span: Span, added: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { data, start } = await readIndex(file);
    shiftChunks(data, added);
    const header = Buffer.alloc(start - span.start);
    await file.read(header, 0, header.length, span.start);
    return Buffer.concat([header, data]);
  } finally {
    await file.close();
  }
}

/** Returns everything of the box of C2PA that precedes the credentials of this size. */
function boxHeader(size: number): Buffer {
  // Version and flags, the purpose, and the position of further hashes: 0, since there are no further ones.
  const content = Buffer.concat([Buffer.alloc(4), Buffer.from('manifest\0'), Buffer.alloc(8)]);
  const start = Buffer.alloc(8);
  start.writeUInt32BE(start.length + USER_TYPE.length + content.length + size);
  start.write('uuid', 4, 'latin1');
  return Buffer.concat([start, USER_TYPE, content]);
}
