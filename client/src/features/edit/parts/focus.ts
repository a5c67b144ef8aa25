import type { MouseEvent } from 'react';
import type { FoundIn } from '#contract/find-text.ts';
import type { TextPlace } from '#text/letters/letters.ts';
import type { Editor } from '../store/editor.ts';

export const SECTION_LIST = 'section-list';

/**
 * Focuses a section's row, or the list if the row does not exist, unless the focus is elsewhere on purpose.
 */
function focusRow(id: string | null): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const list = document.getElementById(SECTION_LIST);
  (rowOf(id) ?? list)?.focus();
}

function rowOf(id: string | null): HTMLElement | null {
  const list = document.getElementById(SECTION_LIST);
  return id ? (list?.querySelector<HTMLElement>(`[data-select="${id}"]`) ?? null) : null;
}

/** Scrolls as little as possible to show a section's row. Returns whether the row is rendered. */
export function showRow(id: string | null): boolean {
  const row = rowOf(id);
  row?.scrollIntoView({ block: 'nearest' });
  return row !== null;
}

/** Scrolls to a section's row and focuses it. */
export function goToRow(id: string | null): void {
  requestAnimationFrame(() => {
    rowOf(id)?.scrollIntoView({ block: 'center' });
    rowOf(id)?.focus();
  });
}

/** Deletes sections and focuses the row in their place. */
export function removeAndFocus(editor: Editor, ids: string[]): void {
  const next = editor.sections.remove(ids);
  // The focused button disappears with its row.
  requestAnimationFrame(() => focusRow(next));
}

/** Opens Find, or focuses it if it is open. */
export function openFind(editor: Editor): void {
  if (!editor.state.finding) return editor.showFind(true);
  const input = document.querySelector<HTMLInputElement>('[data-field="find"]');
  input?.focus();
  input?.select();
}

/** Focuses the title or the text of the selected section, and selects a range in it. */
export function goToField(editor: Editor, field: FoundIn, { from, to }: TextPlace): void {
  editor.inspect('text');
  if (field === 'text') editor.write(true);
  requestAnimationFrame(() => {
    const input = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-field="${field}"]`);
    input?.focus();
    input?.setSelectionRange(from, to);
  });
}

/**
 * Lets the browser focus a pressed tab. Radix would focus it by script, which shows the focus ring of
 * keyboard use. Radix ignores events that are marked as handled, and the browser those whose default is
 * prevented.
 */
export function leaveFocusToBrowser(event: MouseEvent): void {
  event.defaultPrevented = true;
}
