// @ts-check
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';

const run = promisify(execFile);
const ANSWERS_WITHIN_MS = 20_000;

/** Whether Docker can build an image here. */
export async function hasDocker() {
  return run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: ANSWERS_WITHIN_MS }).then(
    () => true,
    () => false,
  );
}

/**
 * Builds the image of a checkout, and writes it to a file that `docker load` reads.
 * @param {{ root: string, tag: string, file: string }} options
 */
export async function buildImage({ root, tag, file }) {
  const build = spawn('docker', ['build', '--tag', tag, root], { stdio: ['ignore', 'inherit', 'inherit'] });
  await succeeded(build, 'docker build');
  const save = spawn('docker', ['save', tag], { stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.all([
    succeeded(save, 'docker save'),
    pipeline(save.stdout, createGzip(), createWriteStream(file)),
  ]);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} name
 */
async function succeeded(child, name) {
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended ${signal ? `by ${signal}` : `with code ${code}`}.`);
}
