import { useMemo, type ReactElement } from 'react';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ArchiveRestore, ListX, Plus } from 'lucide-react';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { IconButton } from '../../components/ui/IconButton.tsx';
import { useEditor, useEditorState } from './editor-context.ts';
import { CheckedBar } from './CheckedBar.tsx';
import { checkSection } from './checked.ts';
import { removeAndFocus, SECTION_LIST } from './row-focus.ts';
import { dropSection, moveBy } from './section-order.ts';
import { SectionRow, type RowActions } from './SectionRow.tsx';

/** The film's order. Rows are moved by dragging, by their buttons, or by keys; those that are checked together. */
export function SectionList(): ReactElement {
  const editor = useEditor();
  const sections = useEditorState((state) => state.sections);
  const selectedId = useEditorState((state) => state.selectedId);
  const checked = useEditorState((state) => state.checked);
  const ids = useMemo(() => sections.map((section) => section.id), [sections]);

  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over) dropSection(editor, String(active.id), String(over.id));
  };

  const actions = useMemo<RowActions>(
    () => ({
      select: (id) => editor.setState({ selectedId: id }),
      check: (id, range) => checkSection(editor, id, range),
      move: (id, by) => moveBy(editor, [id], by),
      moveTo: (id) => editor.setState({ dialog: 'move', moving: [id] }),
      remove: (id) => removeAndFocus(editor, [id]),
    }),
    [editor],
  );

  return (
    <section aria-labelledby="sections-heading" className="panel flex min-w-0 flex-col overflow-hidden">
      <div className="border-line flex min-h-12 items-center justify-between gap-2 border-b px-3">
        <h2 id="sections-heading" className="font-semibold tabular-nums">
          Sections ({sections.length})
        </h2>
        <span className="flex items-center gap-1">
          <IconButton label="Deleted sections" onClick={() => editor.setState({ dialog: 'deleted' })}>
            <ArchiveRestore aria-hidden size={16} />
          </IconButton>
          <Button size="sm" onClick={() => editor.setState({ dialog: 'add' })}>
            <Plus aria-hidden size={16} /> Add New Section
          </Button>
        </span>
      </div>
      <CheckedBar />
      {sections.length === 0 ? (
        <EmptyState
          icon={<ListX size={24} />}
          title="No sections left"
          text="Add a new section, or undo the last delete."
        />
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={drop}
          accessibility={{ announcements: announcements(sections) }}
        >
          <SortableContext items={ids} strategy={verticalListSortingStrategy}>
            <ul
              id={SECTION_LIST}
              tabIndex={-1}
              aria-labelledby="sections-heading"
              className="divide-line max-h-96 divide-y overflow-y-auto outline-none lg:overscroll-contain"
            >
              {sections.map((section, index) => (
                <SectionRow
                  key={section.id}
                  section={section}
                  index={index}
                  count={sections.length}
                  selected={section.id === selectedId}
                  checked={checked.includes(section.id)}
                  together={checked.includes(section.id) ? checked.length : 1}
                  actions={actions}
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      )}
    </section>
  );
}

/** What is said while a row is dragged, with titles and places. */
function announcements(sections: { id: string; title: string }[]): Announcements {
  const title = (id: UniqueIdentifier): string =>
    sections.find((section) => section.id === id)?.title ?? 'Section';
  const place = (id: UniqueIdentifier): string =>
    `${sections.findIndex((section) => section.id === id) + 1} of ${sections.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${title(active.id)}, ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${title(active.id)} is over place ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) => (over ? `${title(active.id)} dropped at ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${title(active.id)} stays where it was.`,
  };
}
