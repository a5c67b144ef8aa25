import type { ReactElement } from 'react';
import {
  closestCenter,
  DndContext,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { horizontalListSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { clsx } from 'clsx';
import type { Video } from '#contract/videos.ts';
import { moveInSelection, type SelectedVideo } from '../../../lib/selection/selection.ts';
import { SelectionThumb } from './SelectionThumb.tsx';
import { SpokenLanguageChoice } from './SpokenLanguageChoice.tsx';

interface DraggableThumbsProps {
  videos: SelectedVideo[];
  onRemove: (video: Video) => void;
  /** The list's name for screen readers. */
  className: string;
}

/**
 * The tray's thumbnails, which can be moved by the mouse, or by a finger after a short hold. The dialog
 * offers the same by keys.
 */
export function DraggableThumbs({ videos, onRemove, className }: DraggableThumbsProps): ReactElement {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // A finger that moves immediately scrolls the row.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  const drop = ({ active, over }: DragEndEvent): void => {
    if (!over || over.id === active.id) return;
    moveInSelection(
      String(active.id),
      videos.findIndex(({ id }) => id === over.id),
    );
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={videos} strategy={horizontalListSortingStrategy}>
        {/* Inside the context, since its hidden texts are not items of the list. */}
        <ol className={className}>
          {videos.map((video, index) => (
            <DraggableThumb key={video.id} video={video} place={index + 1} onRemove={onRemove} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function DraggableThumb(props: {
  video: SelectedVideo;
  place: number;
  onRemove: (video: Video) => void;
}): ReactElement {
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: props.video.id });
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={clsx(
        'relative shrink-0 cursor-grab touch-manipulation rounded-md active:cursor-grabbing',
        isDragging && 'shadow-float z-10',
      )}
    >
      <SelectionThumb {...props} />
      <SpokenLanguageChoice video={props.video} />
    </li>
  );
}
