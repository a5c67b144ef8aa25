import { useEffect, type RefObject } from 'react';
import { useEditor } from '../../context/editor-context.ts';

/**
 * Applies Delete and Backspace to words instead of sections after the last press or focus was in the text.
 * This includes text that cannot have the focus, and a focused element that has disappeared.
 */
export function useTextKeys(box: RefObject<HTMLElement | null>): void {
  const editor = useEditor();
  useEffect(() => {
    const note = ({ type, target }: Event): void => {
      // A press on plain text moves the focus to a surrounding element.
      if (type === 'focusin' && (target as Node).contains(box.current)) return;
      editor.store.setState({ inText: box.current?.contains(target as Node) ?? false });
    };
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if ((key !== 'Delete' && key !== 'Backspace') || ctrlKey || metaKey || altKey || shiftKey) return;
      const isField = (event.target as Element).closest('input, textarea, select') !== null;
      if (isField || !editor.state.inText) return;
      event.preventDefault();
      const selection = window.getSelection();
      const range = selection && !selection.isCollapsed ? selection.getRangeAt(0) : null;
      void import('./cut-selected.ts').then(
        ({ cutSelected }) => box.current && cutSelected(editor, box.current, range),
      );
    };
    document.addEventListener('pointerdown', note, true);
    document.addEventListener('focusin', note, true);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', note, true);
      document.removeEventListener('focusin', note, true);
      document.removeEventListener('keydown', onKey);
      editor.store.setState({ inText: false });
    };
  }, [editor, box]);
}
