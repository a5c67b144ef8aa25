import type { ReactElement } from 'react';
import { Copy } from 'lucide-react';
import type { Mark } from '../section/marks.ts';

interface MarksProps {
  mark: Mark | undefined;
  goTo: (id: string) => void;
}

/** Marks a section that repeats another one, with a link to it, or that is unrelated to the project's title. */
export function Marks({ mark, goTo }: MarksProps): ReactElement | null {
  if (!mark) return null;
  const { repeat, offTopic } = mark;
  return (
    <>
      {repeat ? (
        <button
          type="button"
          onClick={() => goTo(repeat.id)}
          className="text-warn relative z-1 mt-0.5 flex min-h-6 max-w-full items-center gap-1 text-left text-xs font-medium hover:underline"
        >
          <Copy aria-hidden size={12} className="shrink-0" />
          {repeat.text}
        </button>
      ) : null}
      {offTopic ? <p className="text-muted mt-0.5 text-xs">Off topic</p> : null}
    </>
  );
}
