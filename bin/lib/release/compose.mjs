// @ts-check

/**
 * Returns the compose file of a release: its image has this version and is never built or pulled, since the folder
 * contains it.
 * @param {string} compose
 * @param {string} version
 * @returns {string}
 */
export function releaseCompose(compose, version) {
  const pinned = compose
    .replaceAll(/^ {2}build: \.$/gm, '  pull_policy: never')
    .replaceAll(/^( {2}image: cutroom:)\S+$/gm, `$1${version}`)
    .replaceAll(' --build ', ' ');
  if (!pinned.includes('  pull_policy: never\n') || !pinned.includes(`  image: cutroom:${version}\n`)) {
    throw new Error('docker-compose.yml has no image that is built from this checkout.');
  }
  return pinned;
}

/**
 * Returns the files of the checkout that the services mount.
 * @param {string} compose
 * @returns {string[]}
 */
export const mountedFiles = (compose) =>
  [...compose.matchAll(/^ +- \.\/([\w./-]+):/gm)].map(([, path = '']) => path);
