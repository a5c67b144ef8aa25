// @ts-check
import { textOf } from '../common/arguments.mjs';
import { fileNameOf } from '../common/file-name.mjs';

/** @type {Record<string, import('../common/arguments.mjs').OptionDefinition>} */
export const FILE_OPTIONS = {
  output: { type: 'string', value: 'FILE', help: 'save the film as this file' },
  force: { type: 'boolean', help: 'replace an existing file' },
};

const MEGABYTE = 1_000_000;

/**
 * Downloads the film of a project and shows the progress.
 * @param {import('../run.mjs').Context} context
 * @param {string} projectId
 */
export async function saveFilm({ cutroom, options, output, signal }, projectId) {
  const path = textOf(options, 'output') ?? (await nameOf(cutroom, projectId, signal));
  const progress = output.progress();
  try {
    return await cutroom.downloadFilm(projectId, path, {
      signal,
      language: textOf(options, 'language'),
      overwrite: Boolean(options['force']),
      onProgress({ bytes, total }) {
        const size = `${Math.round((total ?? bytes) / MEGABYTE)} MB`;
        progress.show(total === null ? null : bytes / total, `Downloading ${size}`);
      },
    });
  } catch (error) {
    progress.end();
    if (signal.aborted) output.note('Stopped the download. The same command resumes it.');
    throw error;
  } finally {
    progress.end();
  }
}

/**
 * @param {import('../../index.mjs').Cutroom} cutroom
 * @param {string} projectId
 * @param {AbortSignal} signal
 */
async function nameOf(cutroom, projectId, signal) {
  const { title } = await cutroom.get('/api/projects/{id}', { params: { path: { id: projectId } }, signal });
  return fileNameOf(title, '.mp4');
}
