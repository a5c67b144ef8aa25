import type { Project } from '#contract/projects.ts';
import { isUnauthorized } from '../../../lib/api.ts';
import { keys, libraryChanged, refreshProject } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { sessionLost } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { seed, type Editor } from './editor-store.ts';

/** Runs a call that changes the set or the order; the server's project is taken in when the last one ends. */
export async function change(editor: Editor, work: () => Promise<void>): Promise<void> {
  editor.setState(({ pending }) => ({ pending: pending + 1, edited: true }));
  try {
    await work();
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
  const project = queryClient.getQueryData<Project>(keys.project(projectId, language));
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

export function failed(error: unknown, title: string, description: string): void {
  if (isUnauthorized(error)) sessionLost();
  else toast({ title, description, variant: 'destructive', error });
}
