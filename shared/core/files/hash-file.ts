import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Runs in its own thread. It is text, since each process is a single built file. */
const HASHING = `
const { createHash } = require('node:crypto');
const { closeSync, openSync, readSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const hash = createHash('sha256');
const chunk = Buffer.allocUnsafe(1_048_576);
const file = openSync(workerData, 'r');
try {
  for (let read; (read = readSync(file, chunk)) > 0;) hash.update(chunk.subarray(0, read));
} finally {
  closeSync(file);
}
parentPort.postMessage(hash.digest('hex'));`;

/** Returns the SHA-256 of a file in hex, computed off the event loop: 2 GB take seconds. */
export async function hashFile(path: string): Promise<string> {
  const worker = new Worker(HASHING, { eval: true, workerData: path, stdout: false });
  const [sha256] = (await once(worker, 'message')) as [string];
  return sha256;
}
