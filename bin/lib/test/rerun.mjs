// @ts-check

/**
 * @typedef {import('./summary.mjs').Flaky} Flaky
 * @typedef {import('./vitest-run.mjs').FileResult} FileResult
 * @typedef {import('./vitest-run.mjs').RunResult} RunResult
 */

/** More failed files than this have a common cause, which a second run does not remove. */
export const MAX_RERUNS = 10;

/**
 * Runs each failed file once more, one after another. A file that passes then is flaky, and its second result
 * counts.
 * @param {RunResult} run
 * @param {object} options
 * @param {(path: string) => Promise<RunResult>} options.runFile
 * @param {AbortSignal} options.signal stops further reruns; results of an interrupted rerun are ignored
 * @param {(line: string) => void} options.print
 * @returns {Promise<{ run: RunResult, flaky: Flaky[] }>}
 */
export async function rerunFailed(run, { runFile, signal, print }) {
  const failed = run.files.filter(({ failures }) => failures.length > 0).map(({ path }) => path);
  if (failed.length === 0 || signal.aborted) return { run, flaky: [] };
  if (failed.length > MAX_RERUNS) {
    print(`\n${failed.length} files failed. More than ${MAX_RERUNS} are not run again.`);
    return { run, flaky: [] };
  }
  print(`\nRunning ${failed.length === 1 ? '1 failed file' : `${failed.length} failed files`} again, alone:`);
  /** @type {Map<string, RunResult>} */
  const reruns = new Map();
  for (const path of failed) {
    const rerun = await runFile(path);
    if (signal.aborted) break;
    reruns.set(path, rerun);
  }
  return mergeReruns(run, reruns);
}

/**
 * Replaces the results of files by those of their reruns.
 * @param {RunResult} run
 * @param {Map<string, RunResult>} reruns by path
 * @returns {{ run: RunResult, flaky: Flaky[] }}
 */
export function mergeReruns(run, reruns) {
  /** @type {Flaky[]} */
  const flaky = [];
  const files = run.files.map((file) => {
    const rerun = reruns.get(file.path);
    if (!rerun) return file;
    const repeated = resultOf(file, rerun);
    const [failure] = file.failures;
    if (failure && repeated.failures.length === 0) flaky.push({ file: file.path, failure });
    return repeated;
  });
  return { run: { ...run, files }, flaky };
}

/**
 * @param {FileResult} first
 * @param {RunResult} rerun its filter may have matched other files too
 * @returns {FileResult} the file's result with the rerun's own failures and the duration of the first run
 */
function resultOf(first, rerun) {
  const retried = rerun.files.find(({ path }) => path === first.path);
  if (!retried) return first;
  return { ...retried, seconds: first.seconds, failures: [...retried.failures, ...rerun.failures] };
}
