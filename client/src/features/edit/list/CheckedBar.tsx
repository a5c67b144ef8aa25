import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { ArrowDownWideNarrow, ArrowUpDown, Copy, Trash2 } from 'lucide-react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useComparison } from '../context/queries.ts';
import { removeAndFocus } from '../parts/focus.ts';
import { byRelevance } from '../section/marks.ts';

/** In a narrow pane, buttons show icons only. */
const WORDS = '@max-[22rem]:sr-only';

/** Actions for all checked sections together; `children` while no section is checked. */
export function CheckedBar({ children }: { children: ReactNode }): ReactElement | null {
  const editor = useEditor();
  const checked = useEditorState((state) => state.checked);
  const count = useEditorState((state) => state.sections.length);
  const box = useRef<HTMLInputElement>(null);
  const some = checked.length > 0;
  const all = some && checked.length === count;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all;
  }, [some, all]);
  if (count === 0) return null;
  return (
    <div className="border-line flex min-h-10 items-center gap-1.5 border-b pr-2 pl-0.5">
      <label className="flex min-h-7 min-w-0 flex-1 cursor-pointer items-center">
        <span className="grid w-7 shrink-0 place-items-center">
          <input
            ref={box}
            type="checkbox"
            checked={all}
            onChange={() => editor.checks.toggleAll()}
            className="accent-accent size-4"
          />
        </span>
        <span className="text-muted truncate pl-1 text-xs tabular-nums">
          {some ? `${checked.length} selected` : 'Select all'}
        </span>
      </label>
      {some ? (
        <>
          <Button size="sm" onClick={() => editor.askPlace(checked)}>
            <ArrowUpDown aria-hidden size={16} /> <span className={WORDS}>Move to…</span>
          </Button>
          <IconButton label="Copy to another project…" onClick={() => editor.show('copy')}>
            <Copy aria-hidden size={16} />
          </IconButton>
          <Button size="sm" look="danger" onClick={() => removeAndFocus(editor, checked)}>
            <Trash2 aria-hidden size={16} /> <span className={WORDS}>Delete</span>
          </Button>
        </>
      ) : (
        <>
          <OrderByRelevance />
          {children}
        </>
      )}
    </div>
  );
}

/** Sorts sections by relevance to the search, if some of them mention its words. Undo restores the order. */
function OrderByRelevance(): ReactElement | null {
  const editor = useEditor();
  const sections = useEditorState((state) => state.sections);
  const comparison = useComparison();
  if (sections.length < 2 || !comparison || comparison.relevance.length === 0) return null;
  const ids = sections.map(({ id }) => id);
  const sorted = byRelevance(comparison, ids);
  return (
    <Button
      size="sm"
      look="quiet"
      inactive={sorted.join() === ids.join()}
      onClick={() => editor.order.arrange(sorted)}
    >
      <ArrowDownWideNarrow aria-hidden size={16} />
      <span className="max-sm:sr-only">Sort by relevance</span>
      <span className="sr-only"> to the search</span>
    </Button>
  );
}
