import type { ReactElement } from 'react';
import { ArrowRight } from 'lucide-react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { useEditor } from '../context/editor-context.ts';
import { goToNextUnsure } from '../parts/unsure-focus.ts';

/** The number of words that may be wrong, with a button that leads to the next one. */
export function UncertainWords({ count }: { count: number }): ReactElement | null {
  const editor = useEditor();
  if (count === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="text-muted text-xs">
        {count === 1 ? '1 word' : `${count} words`} may be wrong (underlined).
      </p>
      <Button size="sm" look="quiet" aria-keyshortcuts="u" onClick={() => void goToNextUnsure(editor)}>
        <ArrowRight aria-hidden size={14} /> Next uncertain word
      </Button>
    </div>
  );
}
