import { useEffect, useEffectEvent, useMemo, useRef, type ReactElement } from 'react';
import { SortableRows } from '../../../components/ui/controls/SortableRows.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useComparison } from '../context/queries.ts';
import { useWide } from '../../../hooks/use-media-query.ts';
import { goToRow, removeAndFocus, SECTION_LIST, showRow } from '../parts/focus.ts';
import { marksOf } from '../section/marks.ts';
import { SectionRow } from './SectionRow.tsx';
import type { RowActions } from './RowTools.tsx';
import { useRows } from './use-rows.ts';

/** The rows of all sections, of which those near the visible part are rendered. */
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

  const wide = useWide();
  const { items, before, after, measure, scrollTo, placed } = useRows({ ids, list, dragged });
  const selectedAt = ids.indexOf(selectedId ?? '');
  const follow = useEffectEvent((index: number) => scrollTo(index, 'auto'));
  useEffect(() => {
    if (wide && selectedAt >= 0) follow(selectedAt);
  }, [selectedAt, wide]);
  // A selected row is taller, and is measured only after the list was scrolled to it.
  const height = items.find(({ index }) => index === selectedAt)?.size;
  const heightBefore = useRef(height);
  const grow = useEffectEvent(() => {
    // When the creator scrolls back to the row, it was not rendered before.
    if (wide && heightBefore.current !== undefined && height !== undefined) scrollTo(selectedAt, 'auto');
    heightBefore.current = height;
  });
  useEffect(() => {
    if (heightBefore.current !== height) grow();
  }, [height]);
  const restoreScroll = useEffectEvent(() => {
    // The page was scrolled in the details of a section.
    if (window.scrollY > 0 && selectedAt >= 0 && !showRow(selectedId)) scrollTo(selectedAt, 'center');
  });
  useEffect(() => {
    if (!wide && placed) restoreScroll();
  }, [wide, placed]);

  const actions = useMemo<RowActions>(
    () => ({
      select: (id) => {
        editor.select(id);
        onOpen?.();
      },
      goTo: (id) => {
        editor.select(id);
        // The row may not be rendered yet.
        scrollTo(
          editor.state.sections.findIndex((section) => section.id === id),
          'auto',
        );
        goToRow(id);
      },
      check: (id, range) => editor.checks.toggle(id, range),
      move: (id, by) => editor.order.moveBy([id], by),
      moveTo: (id) => editor.askPlace([id]),
      duplicate: (id) => void editor.sections.duplicate(id),
      remove: (id) => removeAndFocus(editor, [id]),
    }),
    [editor, onOpen, scrollTo],
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
        className="divide-line divide-y outline-none lg:relative lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:overscroll-contain lg:[scrollbar-width:thin]"
      >
        <Room height={before} />
        {items.map(({ index }) => {
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
              measure={measure}
              actions={actions}
            />
          );
        })}
        <Room height={after} />
      </ul>
    </SortableRows>
  );
}

/** Rows that are not rendered still take their space. */
function Room({ height }: { height: number }): ReactElement | null {
  return height > 0 ? <li aria-hidden style={{ height }} /> : null;
}
