import type { Project } from '#contract/projects.ts';
import { call, isUnauthorized } from '../../lib/api.ts';
import { announce } from '../../lib/announce.ts';
import { keys, libraryChanged, refreshProject } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionLost } from '../../lib/session.ts';
import { dismissCurrent, toast } from '../../lib/toast.ts';
import { seed, type Editor } from './editor-store.ts';

/** Runs a call that changes the set or the order; the server's project is taken in when the last one ends. */
async function change(editor: Editor, work: () => Promise<void>): Promise<void> {
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

function failed(error: unknown, title: string, description: string): void {
  if (isUnauthorized(error)) sessionLost();
  else toast({ title, description, variant: 'destructive' });
}

/** Takes a section out at once; the row after it is selected and can be focused. Gives that row's id. */
export function removeSection(editor: Editor, id: string): string | null {
  const { sections, selectedId, removed } = editor.getState();
  const index = sections.findIndex((section) => section.id === id);
  const section = sections[index];
  if (!section) return null;
  const rest = sections.filter((other) => other.id !== id);
  const next = rest[Math.min(index, rest.length - 1)]?.id ?? null;
  editor.setState({
    sections: rest,
    selectedId: selectedId === id ? next : selectedId,
    removed: [...removed, { id, title: section.title }],
  });
  void change(editor, async () => {
    try {
      await call('DELETE', `/api/sections/${id}`);
      toast({
        title: 'Section Removed',
        description: section.title,
        action: { label: 'Undo', onClick: () => restoreSection(editor, id) },
      });
    } catch (error) {
      editor.setState((state) => ({ sections, removed: state.removed.filter((entry) => entry.id !== id) }));
      failed(error, 'Error', 'Failed to remove section. Please try again.');
    }
  });
  return next;
}

export function restoreSection(editor: Editor, id: string): void {
  const entry = editor.getState().removed.find((known) => known.id === id);
  if (!entry) return;
  dismissCurrent();
  editor.setState((state) => ({ removed: state.removed.filter((known) => known.id !== id) }));
  void change(editor, async () => {
    try {
      await call('POST', `/api/sections/${id}/restore?language=${editor.getState().language}`);
      editor.setState({ selectedId: id });
      announce(`${entry.title} is back`);
    } catch (error) {
      editor.setState((state) => ({ removed: [...state.removed, entry] }));
      failed(error, 'Undo Failed', 'The section could not be brought back. Please try again.');
    }
  });
}

export function undoLast(editor: Editor): void {
  const last = editor.getState().removed.at(-1);
  if (last) restoreSection(editor, last.id);
}

const sending = new WeakSet<Editor>();

/** Moves a section to a place in the list. Several moves in a row are sent as the last one's order. */
export function moveSection(editor: Editor, id: string, to: number): void {
  const { sections } = editor.getState();
  const from = sections.findIndex((section) => section.id === id);
  const moved = sections[from];
  if (!moved || to < 0 || to >= sections.length || to === from) return;
  const next = sections.filter((section) => section.id !== id);
  next.splice(to, 0, moved);
  editor.setState({ sections: next });
  announce(`${moved.title} is now ${to + 1} of ${next.length}`);
  if (!sending.has(editor)) void sendOrder(editor);
}

async function sendOrder(editor: Editor): Promise<void> {
  sending.add(editor);
  const orderNow = (): string[] => editor.getState().sections.map((section) => section.id);
  await change(editor, async () => {
    try {
      let sent: string[];
      do {
        sent = orderNow();
        await call('PATCH', `/api/projects/${editor.getState().projectId}/sections/reorder`, {
          body: { sectionIds: sent },
        });
      } while (sent.join() !== orderNow().join());
      toast({ title: 'Sections Reordered', description: 'The new order is saved.' });
    } catch (error) {
      failed(error, 'Update Failed', 'The new order could not be saved. The list shows the saved one.');
    } finally {
      sending.delete(editor);
    }
  });
}
