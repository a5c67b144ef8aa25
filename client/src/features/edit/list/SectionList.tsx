import type { ReactElement } from 'react';
import { ArchiveRestore, ListX, Plus } from 'lucide-react';
import { clsx } from 'clsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { EmptyState } from '../../../components/ui/messages/EmptyState.tsx';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';
import { CheckedBar } from './CheckedBar.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useWide } from '../../../hooks/use-media-query.ts';
import { SectionRows } from './SectionRows.tsx';

/**
 * The sections in the film's order. Rows are moved by dragging, buttons or keys, and checked rows move
 * together. `onOpen` is called when a row is pressed.
 */
export function SectionList({ onOpen }: { onOpen?: () => void }): ReactElement {
  const editor = useEditor();
  const wide = useWide();
  const count = useEditorState((state) => state.sections.length);
  const buttons = (
    <span className="flex shrink-0 items-center gap-1">
      <IconButton label="Deleted sections" onClick={() => editor.show('deleted')}>
        <ArchiveRestore aria-hidden size={16} />
      </IconButton>
      <Button size="sm" aria-label="Add New Section" onClick={() => editor.show('add')}>
        <Plus aria-hidden size={16} />
        <span>
          Add<span className="max-lg:hidden lg:@max-[21rem]:hidden"> New Section</span>
        </span>
      </Button>
    </span>
  );
  return (
    <section
      aria-labelledby="sections-heading"
      className="panel lg:@container flex min-w-0 flex-col overflow-hidden lg:min-h-0 lg:flex-1"
    >
      {/* A small screen has the number of sections in a tab, and one row for both. */}
      <div
        className={clsx(
          'border-line flex items-center justify-between gap-2 border-b px-3',
          wide || count === 0 ? 'min-h-12' : 'sr-only',
        )}
      >
        <h2 id="sections-heading" className="min-w-0 truncate font-semibold tabular-nums">
          Sections ({count})
        </h2>
        {wide || count === 0 ? buttons : null}
      </div>
      <CheckedBar>{wide ? null : buttons}</CheckedBar>
      {count === 0 ? (
        <EmptyState
          icon={<ListX size={24} />}
          title="No sections left"
          text="Add a new section, or undo the last delete."
        />
      ) : (
        <SectionRows onOpen={onOpen} />
      )}
    </section>
  );
}
