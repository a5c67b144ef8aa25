// @ts-check

/** Changes below these paths need a full run: the commit tier covers them only in part. */
const WATCHED = [
  'worker/',
  'shared/core/runs/',
  'bin/',
  'ops/',
  'shared/core/db/migrations/',
  'client/src/features/edit/',
];
const MAX_PATHS = 5;

/**
 * @typedef {object} Reason
 * @property {string} folder
 * @property {string[]} paths what changed below the folder
 *
 * @typedef {object} Due
 * @property {boolean} due
 * @property {string} text
 */

/**
 * Returns the watched folders in which something changed.
 * @param {string[]} changed paths that changed since the last green full run
 * @returns {Reason[]}
 */
export function dueReasons(changed) {
  return WATCHED.map((folder) => ({
    folder,
    paths: changed.filter((path) => path.startsWith(folder)),
  })).filter(({ paths }) => paths.length > 0);
}

/**
 * Decides whether the full tier is due and describes why.
 * @param {import('./full-tier.mjs').GreenRun | null} lastGreen
 * @param {string[] | null} changed paths that changed since then; `null` if they are unknown
 * @returns {Due}
 */
export function describeDue(lastGreen, changed) {
  if (lastGreen === null) return { due: true, text: 'The full tier is due: no green run is on record.' };
  const when = `${lastGreen.commit.slice(0, 7)} (${lastGreen.date})`;
  if (changed === null)
    return { due: true, text: `The full tier is due: its last green commit ${when} is not in this clone.` };
  const reasons = dueReasons(changed);
  if (reasons.length === 0) {
    const text = `The full tier is not due: ${listOf(WATCHED, 'or')} have not changed since it was green at ${when}.`;
    return { due: false, text };
  }
  return {
    due: true,
    text: [`The full tier is due. It was last green at ${when}.`, ...reasons.map(describeReason)].join('\n'),
  };
}

/** @param {Reason} reason */
function describeReason({ folder, paths }) {
  const more = paths.length - MAX_PATHS;
  const named = more > 0 ? [...paths.slice(0, MAX_PATHS), `${more} more`] : paths;
  const files = paths.length === 1 ? '1 file' : `${paths.length} files`;
  return `${files} in ${folder} changed: ${listOf(named, 'and')}.`;
}

/**
 * @param {string[]} items
 * @param {'and' | 'or'} word
 */
function listOf(items, word) {
  const last = items.at(-1);
  return items.length < 2 ? `${last}` : `${items.slice(0, -1).join(', ')} ${word} ${last}`;
}
