import type { Editor } from '../store/editor.ts';

/** The list's id in the page. */
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

/** Scrolls as little as shows a section's row, where it is rendered; returns whether it is. */
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

/** Deletes sections; the focus moves to the row in their place. */
export function removeAndFocus(editor: Editor, ids: string[]): void {
  const next = editor.sections.remove(ids);
  // By then the focused button is gone with its row.
  requestAnimationFrame(() => focusRow(next));
}
