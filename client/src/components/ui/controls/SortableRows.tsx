import type { ReactElement, ReactNode } from 'react';
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

interface SortableRowsProps {
  items: readonly { id: string; title: string }[];
  /** The name of an item without a title. */
  kind: string;
  /** Called when an item was dropped in the place of another one, or in its own. */
  onDrop: (id: string, overId: string) => void;
  /** The index of the dragged item; `null` when nothing is dragged any more. */
  onDragging?: (index: number | null) => void;
  children: ReactNode;
}

/** Rows that a handle moves, by pointer, finger or keys, with announcements for screen readers. */
export function SortableRows({ items, kind, onDrop, onDragging, children }: SortableRowsProps): ReactElement {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent): void => {
    onDragging?.(null);
    if (over) onDrop(String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => onDragging?.(items.findIndex(({ id }) => id === active.id))}
      onDragCancel={() => onDragging?.(null)}
      onDragEnd={drop}
      accessibility={{ announcements: announcements(items, kind) }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** Announcements while a row is dragged, with titles and places. */
function announcements(items: SortableRowsProps['items'], kind: string): Announcements {
  const title = (id: UniqueIdentifier): string => items.find((item) => item.id === id)?.title ?? kind;
  const place = (id: UniqueIdentifier): string =>
    `${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${title(active.id)}, ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${title(active.id)} is over position ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) => (over ? `${title(active.id)} dropped at ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${title(active.id)} stays where it was.`,
  };
}
