// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { mountedFiles, releaseCompose } from './compose.mjs';

const SUMS = 'SHA256SUMS';
const GUIDES = [
  'docs/operators.md',
  'docs/operators/production.md',
  'docs/operators/sizing.md',
  'docs/operators/upkeep.md',
  'docs/pictures/models.webp',
  'ops/containers/README.md',
  'ops/kubernetes/README.md',
  'ops/kubernetes/cutroom.yml',
  'ops/monitoring/README.md',
  'ops/monitoring/keda.yml',
];
const IN_PROGRESS = '.making';

/**
 * @typedef {object} ReleaseTools
 * @property {() => Promise<string>} listPackages returns the packages of the product as CycloneDX
 * @property {() => Promise<boolean>} hasDocker
 * @property {(options: { root: string, tag: string, file: string }) => Promise<void>} buildImage
 * @property {(line: string) => void} log
 */

/**
 * Makes the folder from which a version is installed without a checkout. An earlier folder of the same version is
 * replaced once the new one is complete.
 * @param {string} root the checkout
 * @param {string} output the folder of all releases
 * @param {ReleaseTools} tools
 * @returns {Promise<string>} the folder of this release
 */
export async function makeRelease(root, output, { listPackages, hasDocker, buildImage, log }) {
  /** @param {string} name */
  const read = (name) => readFile(join(root, name), 'utf8');
  const { version } = JSON.parse(await read('package.json'));
  const changelog = await read('CHANGELOG.md');
  if (!changelog.includes(`\n## ${version} - `))
    throw new Error(`CHANGELOG.md has no section for ${version}.`);
  const folder = join(output, `cutroom-${version}`);
  const making = join(output, IN_PROGRESS);
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });

  const compose = await read('docker-compose.yml');
  for (const name of ['.env.example', 'LICENSE', 'CHANGELOG.md', ...GUIDES, ...mountedFiles(compose)]) {
    await mkdir(dirname(join(making, name)), { recursive: true });
    await cp(join(root, name), join(making, name));
  }
  const image = `cutroom-${version}-image.tar.gz`;
  await writeFile(join(making, 'docker-compose.yml'), releaseCompose(compose, version));
  await writeFile(join(making, 'INSTALL.md'), installText(version, image));
  await writeFile(join(making, 'sbom.cdx.json'), await listPackages());
  const isWhole = await hasDocker();
  if (isWhole) await buildImage({ root, tag: `cutroom:${version}`, file: join(making, image) });
  await writeFile(join(making, SUMS), await sumsOf(making));

  await rm(folder, { recursive: true, force: true });
  await rename(making, folder);
  log(`Made ${folder}`);
  if (!isWhole) {
    log(
      `NOT MADE  ${image}: Docker does not answer here. Run this command again on a machine with Docker; without the image the folder cannot be installed.`,
    );
  }
  return folder;
}

/**
 * Returns the lines that `sha256sum -c` reads.
 * @param {string} folder
 */
async function sumsOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
  const lines = [];
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  return lines.join('');
}

/**
 * @param {string} version
 * @param {string} image
 */
const installText = (version, image) => `# Install Cutroom ${version}

With Docker, Compose 2.24 or newer, in this folder:

\`\`\`sh
sha256sum -c ${SUMS}
docker load -i ${image}
docker compose --profile local up -d
\`\`\`

Then open http://localhost:3000. Outside services have stand-ins, no account is needed, and only this machine can
connect.

For other people, set up production instead of the third command: copy \`.env.example\` to \`.env\`, set
\`CUTROOM_MODE=production\`, \`PUBLIC_URL\`, \`SECRET\`, \`POSTGRES_PASSWORD\`, \`REDIS_PASSWORD\` and a way to sign in, and
\`COMPOSE_PROFILES=proxy\` for https. Then run \`docker compose up -d\`. If something is missing,
\`docker compose logs configuration\` names it.

To upgrade, make a backup, load the image of the new version, and run \`docker compose up -d\` in its folder with the same
\`.env\`. docs/operators/upkeep.md has the details, CHANGELOG.md the notes of each version, and sbom.cdx.json the packages with their licences.
`;
