// @ts-check

/** @type {Record<string, import('../common/arguments.mjs').OptionDefinition>} */
export const CANCEL_OPTION = {
  'cancel-on-interrupt': { type: 'boolean', help: 'Ctrl-C cancels the run; otherwise the run continues' },
};

/**
 * Shows the progress of a run until its end, and returns the run.
 * @param {import('../run.mjs').Context} context
 * @param {string} runId
 * @param {(run: import('../../index.mjs').Run) => void} [onProgress]
 */
export async function watchRun({ cutroom, output, options, signal }, runId, onProgress) {
  const progress = output.progress();
  try {
    return await cutroom.waitForRun(runId, {
      signal,
      onProgress(run) {
        progress.show(run.percentage / 100, `${run.stage || 'Waiting to start'}${remaining(run)}`);
        onProgress?.(run);
      },
    });
  } catch (error) {
    if (signal.aborted) {
      progress.end();
      if (options['cancel-on-interrupt']) {
        await cutroom.post('/api/runs/{id}/cancel', { params: { path: { id: runId } } });
        output.note('Cancelled the run.');
      } else {
        output.note(`Stopped watching. The run continues: cutroom watch ${runId}`);
      }
    }
    throw error;
  } finally {
    progress.end();
  }
}

/** @param {import('../../index.mjs').Run} run */
function remaining({ estimate }) {
  if (!estimate) return '';
  const minutes = Math.ceil(estimate.high / 60);
  return minutes > 1 ? `, up to ${minutes} minutes left` : ', less than a minute left';
}
