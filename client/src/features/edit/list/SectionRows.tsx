import { useEffect, useMemo, useRef, type ReactElement } from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { SortableRows } from '../../../components/ui/controls/SortableRows.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useComparison } from '../context/use-comparison.ts';
import { goToRow, removeAndFocus, SECTION_LIST } from '../parts/row-focus.ts';
import { marksOf } from '../section/marks.ts';
import { SectionRow } from './SectionRow.tsx';
import type { RowActions } from './RowTools.tsx';

/** A row without remarks, in pixels; others are measured. */
const USUAL_HEIGHT = 57;

/** The rows near the visible part of the list, however many there are; a dragged one stays among them. */
export function SectionRows({ onOpen }: { onOpen: (() => void) | undefined }): ReactElement {
  const editor = useEditor();
  const sections = useEditorState((state) => state.sections);
  const selectedId = useEditorState((state) => state.selectedId);
  const playingId = useEditorState((state) => state.playingId);
  const checked = useEditorState((state) => state.checked);
  const list = useRef<HTMLUListElement>(null);
  const dragged = useRef<number | null>(null);
  const ids = useMemo(() => sections.map((section) => section.id), [sections]);
  const comparison = useComparison();
  const marks = useMemo(() => marksOf(comparison, sections), [comparison, sections]);

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

  const actions = useMemo<RowActions>(
    () => ({
      select: (id) => {
        editor.select(id);
        onOpen?.();
      },
      goTo: (id) => {
        editor.select(id);
        goToRow(id);
      },
      check: (id, range) => editor.checks.toggle(id, range),
      move: (id, by) => editor.order.moveBy([id], by),
      moveTo: (id) => editor.askPlace([id]),
      duplicate: (id) => void editor.sections.duplicate(id),
      remove: (id) => removeAndFocus(editor, [id]),
    }),
    [editor, onOpen],
  );

  return (
    <SortableRows
      items={sections}
      kind="Section"
      onDrop={(id, overId) => editor.order.drop(id, overId)}
      onDragging={(index) => {
        dragged.current = index;
      }}
    >
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
              playing={section.id === playingId}
              checked={isChecked}
              together={isChecked ? checked.length : 1}
              mark={marks.get(section.id)}
              measure={virtualizer.measureElement}
              actions={actions}
            />
          );
        })}
        <Room height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
      </ul>
    </SortableRows>
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
