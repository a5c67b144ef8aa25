import { useEffect, useMemo, useRef, type ReactElement } from 'react';
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
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { removeAndFocus, SECTION_LIST } from '../parts/row-focus.ts';
import { SectionRow, type RowActions } from './SectionRow.tsx';

/** A row with a title of one line, in pixels; others are measured. */
const USUAL_HEIGHT = 119;

/** The rows near the visible part of the list, however many there are; a dragged one stays among them. */
export function SectionRows({ onOpen }: { onOpen: (() => void) | undefined }): ReactElement {
  const editor = useEditor();
  const sections = useEditorState((state) => state.sections);
  const selectedId = useEditorState((state) => state.selectedId);
  const checked = useEditorState((state) => state.checked);
  const list = useRef<HTMLUListElement>(null);
  const dragged = useRef<number | null>(null);
  const ids = useMemo(() => sections.map((section) => section.id), [sections]);

  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here alone
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => list.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 6,
    rangeExtractor: (range) => withDragged(range, dragged.current),
  });
  const shown = virtualizer.getVirtualItems();
  const selectedAt = ids.indexOf(selectedId ?? '');
  useEffect(() => {
    if (selectedAt >= 0) virtualizer.scrollToIndex(selectedAt, { align: 'auto' });
  }, [selectedAt, virtualizer]);

  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent): void => {
    dragged.current = null;
    if (over) editor.order.drop(String(active.id), String(over.id));
  };

  const actions = useMemo<RowActions>(
    () => ({
      select: (id) => {
        editor.select(id);
        onOpen?.();
      },
      check: (id, range) => editor.checks.toggle(id, range),
      move: (id, by) => editor.order.moveBy([id], by),
      moveTo: (id) => editor.askPlace([id]),
      remove: (id) => removeAndFocus(editor, [id]),
    }),
    [editor, onOpen],
  );

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => {
        dragged.current = ids.indexOf(String(active.id));
      }}
      onDragCancel={() => {
        dragged.current = null;
      }}
      onDragEnd={drop}
      accessibility={{ announcements: announcements(sections) }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul
          ref={list}
          id={SECTION_LIST}
          tabIndex={-1}
          aria-labelledby="sections-heading"
          className="divide-line max-h-96 divide-y overflow-y-auto outline-none lg:overscroll-contain"
        >
          <Room height={shown[0]?.start ?? 0} />
          {shown.map(({ index }) => {
            const section = sections[index]!;
            const isChecked = checked.includes(section.id);
            return (
              <SectionRow
                key={section.id}
                section={section}
                index={index}
                count={sections.length}
                selected={section.id === selectedId}
                checked={isChecked}
                together={isChecked ? checked.length : 1}
                measure={virtualizer.measureElement}
                actions={actions}
              />
            );
          })}
          <Room height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** Rows that are not rendered still take their space. */
function Room({ height }: { height: number }): ReactElement | null {
  return height > 0 ? <li aria-hidden style={{ height }} /> : null;
}

/** The rows to render: consecutive, including the dragged one. */
function withDragged(range: Range, dragged: number | null): number[] {
  const rows = defaultRangeExtractor(range);
  const [first, last] = [rows[0], rows.at(-1)];
  if (dragged === null || first === undefined || last === undefined) return rows;
  const [from, to] = [Math.min(first, dragged), Math.max(last, dragged)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Announcements while a row is dragged, with titles and places. */
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
