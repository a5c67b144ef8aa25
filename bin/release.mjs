// `npm run release -- [FOLDER]`: makes the folder from which a version is installed without a checkout, in
// `release/` by default.
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './lib/paths.mjs';
import { buildImage, hasDocker } from './lib/release/image.mjs';
import { makeRelease } from './lib/release/make-release.mjs';

const MAX_LIST_BYTES = 64 * 2 ** 20;

async function listPackages() {
  const args = ['run', '--silent', 'sbom'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: MAX_LIST_BYTES });
  const list = JSON.parse(stdout);
  // npm gives the product the name of the checkout's folder.
  const product = list.metadata.component;
  return `${JSON.stringify({ ...list, metadata: { ...list.metadata, component: { ...product, name: 'cutroom', purl: `pkg:npm/cutroom@${product.version}` } } }, null, 2)}\n`;
}

const output = resolve(process.argv[2] ?? join(ROOT, 'release'));
try {
  await makeRelease(ROOT, output, { listPackages, hasDocker, buildImage, log: console.log });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
