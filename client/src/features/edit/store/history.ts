import * as calls from '#contract/calls/index.ts';
import { announce } from '../../../lib/announce.ts';
import { call } from '../../../lib/api.ts';
import { dismissCurrent, toast } from '../../../lib/toast.ts';
import { affectedSection } from '../section/affected.ts';
import { change, settled } from './change.ts';
import type { Editor } from './editor-store.ts';
import { saveAll } from './saver.ts';

type Direction = 'undo' | 'redo';
const WORDS = {
  undo: { call: calls.undoEdit, done: 'Undone', failed: 'Undo Failed', back: 'Redo' },
  redo: { call: calls.redoEdit, done: 'Redone', failed: 'Redo Failed', back: 'Undo' },
} as const;

/** Steps asked for in quick succession are taken one after another. */
const queue = new WeakMap<Editor, Promise<void>>();

export function undo(editor: Editor): void {
  enqueue(editor, 'undo');
}

export function redo(editor: Editor): void {
  enqueue(editor, 'redo');
}

/** For a toast that tells of an edit. */
export function undoAction(editor: Editor): { label: string; onClick: () => void } {
  return { label: 'Undo', onClick: () => undo(editor) };
}

function enqueue(editor: Editor, direction: Direction): void {
  const before = queue.get(editor) ?? Promise.resolve();
  queue.set(
    editor,
    before.then(() => step(editor, direction)),
  );
}

/** Takes the project's last edit back, or does it again. What is not saved yet is saved first, so it counts too. */
async function step(editor: Editor, direction: Direction): Promise<void> {
  const words = WORDS[direction];
  dismissCurrent();
  if (!(await saveAll(editor))) return;
  await settled(editor);
  const before = editor.getState().sections;
  let done: string | null = null;
  const take = async (): Promise<void> => {
    ({ done } = await call(words.call, { params: { id: editor.getState().projectId } }));
  };
  await change(editor, take, { title: words.failed, fallback: 'Please try again.' });
  if (done === null) return;
  const id = affectedSection(before, editor.getState().sections);
  if (id) editor.setState({ selectedId: id });
  announce(`${words.done}: ${done}`);
  toast({
    title: words.done,
    description: done,
    action: { label: words.back, onClick: () => enqueue(editor, direction === 'undo' ? 'redo' : 'undo') },
  });
}
