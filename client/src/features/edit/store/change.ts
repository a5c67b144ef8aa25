import { attempt, type Failure } from '../../../lib/attempt.ts';
import { keys, libraryChanged, refreshProject } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { seed, type Editor } from './editor-store.ts';

/**
 * Does what changes the set or the order, and tells when it failed; the server's project is taken in when the last one
 * ends. True when it worked.
 */
export async function change(editor: Editor, work: () => Promise<void>, failure: Failure): Promise<boolean> {
  editor.setState(({ pending }) => ({ pending: pending + 1, edited: true }));
  try {
    return await attempt(work, failure);
  } finally {
    editor.setState(({ pending }) => ({ pending: pending - 1 }));
    await takeServersView(editor);
  }
}

async function takeServersView(editor: Editor): Promise<void> {
  const { projectId, language, pending } = editor.getState();
  if (pending > 0) return;
  libraryChanged();
  await refreshProject(projectId);
  const project = queryClient.getQueryData(keys.project(projectId, language));
  if (project) seed(editor, project);
}

/** Resolves when no call that changes the set or the order is under way. */
export function settled(editor: Editor): Promise<void> {
  if (editor.getState().pending === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = editor.subscribe(({ pending }) => {
      if (pending > 0) return;
      stop();
      resolve();
    });
  });
}
