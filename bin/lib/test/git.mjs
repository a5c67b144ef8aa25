// @ts-check
import { execFileSync } from 'node:child_process';
import { ROOT } from '../paths.mjs';

/**
 * @typedef {object} Checkout
 * @property {string} commit
 * @property {string[]} changed tracked files with uncommitted changes
 */

/**
 * Returns the current commit and its uncommitted changes, or `null` without git.
 * @param {string} [root]
 * @returns {Checkout | null}
 */
export function readCheckout(root = ROOT) {
  const commit = git(root, ['rev-parse', 'HEAD']);
  const changed = changedSince('HEAD', root);
  return commit === null || changed === null ? null : { commit: commit.trim(), changed };
}

/**
 * Returns how many commits HEAD is ahead of a commit, or `null` if the commit is not in HEAD's history.
 * @param {string} commit
 * @param {string} [root]
 */
export function commitsSince(commit, root = ROOT) {
  if (git(root, ['merge-base', '--is-ancestor', commit, 'HEAD']) === null) return null;
  const count = git(root, ['rev-list', '--count', `${commit}..HEAD`]);
  return count === null ? null : Number(count);
}

/**
 * Returns the tracked files that differ from a commit, including uncommitted changes, or `null` if they cannot be
 * determined.
 * @param {string} commit
 * @param {string} [root]
 * @returns {string[] | null}
 */
export function changedSince(commit, root = ROOT) {
  // Without renames, a file that was moved out of a folder is a change of that folder.
  const paths = git(root, ['diff', '--name-only', '--no-renames', '-z', commit]);
  return paths === null ? null : paths.split('\0').filter((path) => path !== '');
}

/**
 * Runs git. Returns `null` if it fails.
 * @param {string} cwd
 * @param {string[]} args
 */
function git(cwd, args) {
  try {
    return execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null;
  }
}
