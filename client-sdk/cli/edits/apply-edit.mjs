// @ts-check
import { textOf } from '../common/arguments.mjs';
import { cutsOfWords } from './cut-words.mjs';

/**
 * Applies one edit to a project, as one step of its undo.
 * @param {import('../run.mjs').Context} context
 * @param {string} projectId
 * @param {import('./parse-edits.mjs').Edit} edit
 */
export async function applyEdit({ cutroom, options, signal }, projectId, edit) {
  const project = { params: { path: { id: projectId } }, signal };
  if ('title' in edit) {
    await cutroom.patch('/api/projects/{id}', { ...project, body: edit });
  } else if ('delete' in edit) {
    await cutroom.post('/api/projects/{id}/sections/delete', {
      ...project,
      body: { sectionIds: edit.delete },
    });
  } else if ('order' in edit) {
    const { sections } = await cutroom.get('/api/projects/{id}', project);
    const first = new Set(edit.order);
    const others = sections.map(({ id }) => id).filter((id) => !first.has(id));
    await cutroom.patch('/api/projects/{id}/sections/reorder', {
      ...project,
      body: { sectionIds: [...first, ...others] },
    });
  } else if ('set' in edit) {
    await cutroom.patch('/api/sections/{id}/update', {
      params: { path: { id: edit.section }, query: { language: textOf(options, 'language') } },
      body: /** @type {any} */ (edit.set),
      signal,
    });
  } else {
    await cutWords(cutroom, projectId, edit, signal);
  }
}

/**
 * @param {import('../../index.mjs').Cutroom} cutroom
 * @param {string} projectId
 * @param {{ section: string, cutWords: string }} edit
 * @param {AbortSignal} signal
 */
async function cutWords(cutroom, projectId, { section: sectionId, cutWords: phrase }, signal) {
  const project = { params: { path: { id: projectId } }, signal };
  const [{ sections }, { words }] = await Promise.all([
    cutroom.get('/api/projects/{id}', project),
    cutroom.get('/api/sections/{id}/words', { params: { path: { id: sectionId } }, signal }),
  ]);
  const section = sections.find(({ id }) => id === sectionId);
  if (!section) throw new Error('This section is not in this project.');
  const cuts = cutsOfWords(words, phrase, section.cuts);
  if (!cuts) throw new Error(`The section does not contain "${phrase}".`);
  await cutroom.post('/api/projects/{id}/sections/cut', {
    ...project,
    body: { sections: [{ sectionId, cuts }] },
  });
}
