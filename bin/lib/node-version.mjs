// @ts-check
const MINIMUM = { major: 20, minor: 19 };

/**
 * Returns one sentence about why this version of Node is unsuitable, or `undefined` if it is suitable.
 * @param {string} version such as "20.19.1"
 * @returns {string | undefined}
 */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MINIMUM.major || (major === MINIMUM.major && minor >= MINIMUM.minor)) return undefined;
  return `Cutroom needs Node.js ${MINIMUM.major}.${MINIMUM.minor} or newer, and this is ${version}: install a current one from https://nodejs.org.`;
}
