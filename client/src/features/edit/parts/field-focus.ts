import type { FoundIn } from '#contract/find-text.ts';
import type { TextPlace } from '#text/letters/letters.ts';
import type { Editor } from '../store/editor.ts';

/** Opens Find, or goes back into it. */
export function openFind(editor: Editor): void {
  if (!editor.state.finding) return editor.showFind(true);
  const input = document.querySelector<HTMLInputElement>('[data-field="find"]');
  input?.focus();
  input?.select();
}

/** Focuses the title or the text of the selected section, with a place in it selected. */
export function goToField(editor: Editor, field: FoundIn, { from, to }: TextPlace): void {
  editor.inspect('text');
  if (field === 'text') editor.write(true);
  requestAnimationFrame(() => {
    const input = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-field="${field}"]`);
    input?.focus();
    input?.setSelectionRange(from, to);
  });
}
