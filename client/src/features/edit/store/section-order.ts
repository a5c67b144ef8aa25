import * as calls from '#contract/calls/index.ts';
import { announce } from '../../../lib/announce.ts';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { change } from './change.ts';
import type { Editor } from './editor-store.ts';
import { undoAction } from './history.ts';

const sending = new WeakSet<Editor>();

/**
 * Moves sections, which keep their order among themselves, so that `place` of the others stand before them.
 * Several moves in a row are sent as the last one's order.
 */
export function moveSections(editor: Editor, ids: string[], place: number): void {
  const { sections } = editor.getState();
  const wanted = new Set(ids);
  const moved = sections.filter(({ id }) => wanted.has(id));
  const others = sections.filter(({ id }) => !wanted.has(id));
  if (moved.length === 0 || place < 0 || place > others.length) return;
  const next = others.toSpliced(place, 0, ...moved);
  if (next.every(({ id }, index) => id === sections[index]?.id)) return;
  editor.setState({ sections: next });
  const what = moved.length === 1 ? `${moved[0]?.title} is` : `${moved.length} sections are`;
  announce(`${what} now ${place + 1} of ${next.length}`);
  if (!sending.has(editor)) void sendOrder(editor);
}

/** Moves sections by one place: one alone, or several as the block that they become. */
export function moveBy(editor: Editor, ids: string[], by: 1 | -1): void {
  const { sections } = editor.getState();
  const wanted = new Set(ids);
  const first = sections.findIndex(({ id }) => wanted.has(id));
  moveSections(editor, ids, first + by);
}

/** Moves a section to where another one stands; with it go those that are checked, if it is one of them. */
export function dropSection(editor: Editor, id: string, overId: string): void {
  const { sections, checked } = editor.getState();
  const from = sections.findIndex((section) => section.id === id);
  const to = sections.findIndex((section) => section.id === overId);
  // A drop onto something that is no row of this list changes nothing.
  if (from < 0 || to < 0 || from === to) return;
  if (!checked.includes(id)) return moveSections(editor, [id], to);
  const together = new Set(checked);
  // Downwards they come after the row that they were dropped on, upwards before it.
  const before = sections.slice(0, from < to ? to + 1 : to);
  moveSections(editor, checked, before.filter((section) => !together.has(section.id)).length);
}

async function sendOrder(editor: Editor): Promise<void> {
  sending.add(editor);
  const orderNow = (): string[] => editor.getState().sections.map((section) => section.id);
  const send = async (): Promise<void> => {
    try {
      let sent: string[];
      do {
        sent = orderNow();
        const params = { id: editor.getState().projectId };
        await call(calls.reorderSections, { params, body: { sectionIds: sent } });
      } while (sent.join() !== orderNow().join());
    } finally {
      sending.delete(editor);
    }
    toast({
      title: 'Sections Reordered',
      description: 'The new order is saved.',
      action: undoAction(editor),
    });
  };
  await change(editor, send, {
    title: 'Update Failed',
    description: 'The new order could not be saved. The list shows the saved one.',
  });
}
