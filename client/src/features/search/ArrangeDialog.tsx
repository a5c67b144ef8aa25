import type { ReactElement } from 'react';
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
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { clsx } from 'clsx';
import type { Video } from '#contract/videos.ts';
import { IconButton } from '../../components/ui/IconButton.tsx';
import { Modal } from '../../components/ui/Modal.tsx';
import { Thumb } from '../../components/ui/Thumb.tsx';
import { Tips } from '../../components/ui/Tips.tsx';
import { minutesSeconds } from '../../lib/format.ts';
import { moveInSelection } from '../../lib/selection.ts';

interface ArrangeDialogProps {
  videos: Video[];
  onRemove: (video: Video) => void;
  onClose: () => void;
}

/** The order of the selection: by dragging, by buttons, or by keys on the handle. */
export function ArrangeDialog({ videos, onRemove, onClose }: ArrangeDialogProps): ReactElement {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent): void => {
    if (!over || over.id === active.id) return;
    moveInSelection(
      String(active.id),
      videos.findIndex(({ id }) => id === over.id),
    );
  };
  return (
    <Modal
      title="Order of Videos"
      lead="They are processed in this order, and their sections follow it."
      open
      onClose={onClose}
    >
      <Tips>
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={drop}
          accessibility={{ announcements: announcements(videos) }}
        >
          <SortableContext items={videos} strategy={verticalListSortingStrategy}>
            <ol
              aria-label="Selected videos in order"
              className="divide-line min-h-0 divide-y overflow-y-auto"
            >
              {videos.map((video, index) => (
                <Row
                  key={video.id}
                  video={video}
                  index={index}
                  count={videos.length}
                  onRemove={() => {
                    onRemove(video);
                    if (videos.length === 1) onClose();
                  }}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      </Tips>
    </Modal>
  );
}

interface RowProps {
  video: Video;
  index: number;
  count: number;
  onRemove: () => void;
}

function Row({ video, index, count, onRemove }: RowProps): ReactElement {
  const { id, title, thumbnail, duration } = video;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={clsx(
        'bg-surface relative flex items-center gap-2 py-2 pr-3 pl-1.5',
        isDragging && 'shadow-float z-10',
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Drag ${title}`}
        className="text-muted hover:bg-fg/8 hover:text-fg grid h-10 w-7 shrink-0 cursor-grab touch-none place-items-center rounded-md active:cursor-grabbing"
      >
        <GripVertical aria-hidden size={16} />
      </button>
      <span className="w-5 shrink-0 text-right font-semibold tabular-nums">{index + 1}</span>
      <Thumb src={thumbnail} className="w-16 shrink-0 rounded-md" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-sm break-words">{title}</span>
        <span className="text-muted block text-xs tabular-nums">{minutesSeconds(duration)}</span>
      </span>
      <span className="flex shrink-0">
        <IconButton
          label={`Move ${title} up`}
          inactive={index === 0}
          onClick={() => moveInSelection(id, index - 1)}
        >
          <ArrowUp aria-hidden size={16} />
        </IconButton>
        <IconButton
          label={`Move ${title} down`}
          inactive={index === count - 1}
          onClick={() => moveInSelection(id, index + 1)}
        >
          <ArrowDown aria-hidden size={16} />
        </IconButton>
        <IconButton label={`Remove ${title}`} onClick={onRemove}>
          <X aria-hidden size={16} />
        </IconButton>
      </span>
    </li>
  );
}

/** Announcements while a row is dragged, with titles and places. */
function announcements(videos: Video[]): Announcements {
  const title = (id: UniqueIdentifier): string => videos.find((video) => video.id === id)?.title ?? 'Video';
  const place = (id: UniqueIdentifier): string =>
    `${videos.findIndex((video) => video.id === id) + 1} of ${videos.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${title(active.id)}, ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${title(active.id)} is over place ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) => (over ? `${title(active.id)} dropped at ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${title(active.id)} stays where it was.`,
  };
}
