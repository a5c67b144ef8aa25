/** A store of files. The server creates the keys: segments of [a-z0-9._-] joined by slashes. */
export interface ObjectStore {
  /** Moves a finished local file to a key, atomically. Returns its size in bytes. */
  putFile(key: string, localPath: string): Promise<number>;
  /**
   * Copies a file to a new local path, whose folder exists. Neither may be written to afterwards: they may
   * share their content.
   * @throws Error with the code ENOENT if there is no such file
   */
  copyOut(key: string, to: string): Promise<void>;
  /** Returns a file's properties; `undefined` if it is missing. */
  find(key: string): Promise<StoredFile | undefined>;
  remove(key: string): Promise<void>;
  /** Lists the names in a folder of keys, '' for the root; empty for a missing folder. */
  listFolder(folder: string): Promise<string[]>;
  /** Yields every file under a folder of keys, '' for all. */
  listFiles(folder: string): AsyncIterable<StoredFile>;
}

/** A store whose files this process can open. */
export interface Storage extends ObjectStore {
  /**
   * Returns the path of a local file with the content of a key. It is readable until the surrounding `hold`
   * ends, or for 15 minutes outside of one.
   * @throws Error with the code ENOENT if there is no such file
   */
  localPath(key: string): Promise<string>;
  /** Runs work during which every path that it received from `localPath` remains readable. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** `null` if browsers reach files only through this server. */
  direct: DirectLinks | null;
  close(): Promise<void>;
}

export interface SentPart {
  number: number;
  bytes: number;
  etag: string;
}

/** Signed links of the store, by which browsers read and write files without this server. */
export interface DirectLinks {
  /** The origin of all links. */
  origin: string;
  /** Returns a link that answers GET and Range requests, with this media type and Content-Disposition. */
  read(key: string, options: { seconds: number; type?: string; disposition?: string }): Promise<string>;
  /** Returns a link that accepts one file by PUT, of this size and media type if they are not `null`. */
  write(
    key: string,
    options: { seconds: number; bytes: number | null; type: string | null },
  ): Promise<string>;
  /** Begins a file that arrives in parts, in any order. Returns its upload's ID. */
  beginParts(key: string): Promise<string>;
  /** Returns a link that accepts one part by PUT; the first part has the number 1. */
  writePart(
    key: string,
    id: string,
    number: number,
    options: { seconds: number; bytes: number },
  ): Promise<string>;
  /** Returns the parts that arrived; none if the upload has ended. */
  partsOf(key: string, id: string): Promise<SentPart[]>;
  completeParts(key: string, id: string, parts: SentPart[]): Promise<void>;
  /** Removes the parts of an upload. */
  abortParts(key: string, id: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
}

export interface StoredFile {
  key: string;
  bytes: number;
  /** The time at which it was stored, in Unix ms. A moved file has the time of its content. */
  cameAt: number;
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Returns a valid key unchanged. @throws Error */
export function checkKey(key: string): string {
  if (!KEY.test(key) || key.includes('..')) throw new Error(`Not an object key: ${JSON.stringify(key)}`);
  return key;
}

/** Creates the error of a key without a file. */
export const missingFile = (key: string, cause?: unknown): Error =>
  Object.assign(new Error(`The file ${key} is missing.`, { cause }), { code: 'ENOENT' });

/** Whether an error means that a file is missing. */
export const isMissingFile = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ENOENT';

/** Returns `undefined` for a missing file. @throws the error, if it is another one */
export function ignoreMissingFile(error: unknown): undefined {
  if (!isMissingFile(error)) throw error;
  return undefined;
}
