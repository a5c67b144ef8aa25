import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of a translation model's files. */
export interface ModelFiles {
  model: string;
  lex: string;
  vocabs: string[];
}

const MARIAN_VERSION = 1n;
const HEAD_BYTES = 16;
const ITEM_BYTES = 32;
/** More arrays than any translation model has. */
const MAX_ITEMS = 10_000n;
const SHORTLIST_MAGIC = 0xf11a48d5013417f5n;
const SHORTLIST_HEAD_BYTES = 48;
/** A SentencePiece model starts with a piece: field 1, a message. */
const FIRST_PIECE = 0x0a;

/**
 * Finds a folder's files by the names that their source gives them: model.*, lex.*, and one or two
 * vocabularies.
 */
export async function filesIn(dir: string): Promise<ModelFiles> {
  const names = (await readdir(dir)).toSorted();
  const starting = (...starts: string[]) =>
    names.filter((name) => starts.some((start) => name.startsWith(start))).map((name) => join(dir, name));
  const vocabs = starting('vocab.', 'srcvocab.', 'trgvocab.');
  return { model: starting('model.')[0] ?? dir, lex: starting('lex.')[0] ?? dir, vocabs };
}

/**
 * Checks the starts and lengths of a translation model's files, which the wasm itself does not verify.
 * @returns what is wrong with them, in a few words, or `null`
 */
export async function checkModelFiles({ model, lex, vocabs }: ModelFiles): Promise<string | null> {
  if (vocabs.length === 0) return 'it has no vocabulary';
  return (
    (await checkFile(model, 'model file', marianFault)) ??
    (await checkFile(lex, 'shortlist', shortlistFault)) ??
    (await firstFault(vocabs))
  );
}

async function firstFault(vocabs: readonly string[]): Promise<string | null> {
  for (const path of vocabs) {
    const fault = await checkFile(path, 'vocabulary', vocabularyFault);
    if (fault !== null) return fault;
  }
  return null;
}

type Check = (file: FileHandle, size: number) => Promise<'of the wrong type' | 'cut off' | null>;

async function checkFile(path: string, what: string, check: Check): Promise<string | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch {
    return `its ${what} cannot be read`;
  }
  try {
    const fault = await check(file, (await file.stat()).size);
    return fault === null ? null : `its ${what} is ${fault}`;
  } catch {
    return `its ${what} cannot be read`;
  } finally {
    await file.close();
  }
}

/** Checks the header, the description of each array, their names and shapes, and the arrays. */
async function marianFault(file: FileHandle, size: number): ReturnType<Check> {
  if (size < HEAD_BYTES) return 'cut off';
  const head = await read(file, 0, HEAD_BYTES);
  const items = head.readBigUInt64LE(8);
  if (head.readBigUInt64LE(0) !== MARIAN_VERSION || items === 0n || items > MAX_ITEMS)
    return 'of the wrong type';
  const described = Number(items) * ITEM_BYTES;
  if (size < HEAD_BYTES + described) return 'cut off';
  const list = await read(file, HEAD_BYTES, described);
  let needed = BigInt(HEAD_BYTES + described);
  for (let at = 0; at < described; at += ITEM_BYTES) {
    const [nameBytes, , dimensions, bytes] = [0, 8, 16, 24].map((place) => list.readBigUInt64LE(at + place));
    needed += nameBytes! + dimensions! * 4n + bytes!;
  }
  return BigInt(size) < needed ? 'cut off' : null;
}

async function shortlistFault(file: FileHandle, size: number): ReturnType<Check> {
  if (size < SHORTLIST_HEAD_BYTES) return 'cut off';
  const head = await read(file, 0, SHORTLIST_HEAD_BYTES);
  if (head.readBigUInt64LE(0) !== SHORTLIST_MAGIC) return 'of the wrong type';
  const needed = BigInt(SHORTLIST_HEAD_BYTES) + head.readBigUInt64LE(32) * 8n + head.readBigUInt64LE(40) * 4n;
  if (BigInt(size) === needed) return null;
  return BigInt(size) < needed ? 'cut off' : 'of the wrong type';
}

async function vocabularyFault(file: FileHandle, size: number): ReturnType<Check> {
  if (size < HEAD_BYTES) return 'cut off';
  return (await read(file, 0, 1))[0] === FIRST_PIECE ? null : 'of the wrong type';
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
