import type { Editor } from './editor-store.ts';

/** The row that was checked or unchecked last, where a range begins. */
const anchors = new WeakMap<Editor, string>();

/** Checks a section, or unchecks it; with `range` all from the last one to it become what it becomes. */
export function checkSection(editor: Editor, id: string, range: boolean): void {
  const { sections, checked } = editor.getState();
  const ids = sections.map((section) => section.id);
  const to = ids.indexOf(id);
  const anchor = range ? ids.indexOf(anchors.get(editor) ?? '') : -1;
  const from = anchor < 0 ? to : anchor;
  const reached = new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1));
  const on = !checked.includes(id);
  const others = checked.filter((other) => !reached.has(other));
  anchors.set(editor, id);
  editor.setState({ checked: on ? [...others, ...reached] : others });
}

/** Checks all, or none when all are. */
export function checkAll(editor: Editor): void {
  const { sections, checked } = editor.getState();
  editor.setState({ checked: checked.length === sections.length ? [] : sections.map(({ id }) => id) });
}

/** What Del and the keys that move act upon: what is checked, else the selected section. */
export function actedOn(editor: Editor): string[] {
  const { checked, selectedId } = editor.getState();
  if (checked.length > 0) return checked;
  return selectedId === null ? [] : [selectedId];
}
