import type { ReactElement } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { clsx } from 'clsx';
import type { Video } from '#contract/videos.ts';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';
import { SortableRows } from '../../../components/ui/controls/SortableRows.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Thumb } from '../../../components/ui/display/Thumb.tsx';
import { Tips } from '../../../components/ui/controls/Tips.tsx';
import { minutesSeconds } from '../../../lib/format.ts';
import { moveInSelection } from '../../../lib/selection/selection.ts';

interface ArrangeDialogProps {
  videos: Video[];
  onRemove: (video: Video) => void;
  onClose: () => void;
}

/** Changes the order of the selection by dragging, by buttons, or by keys on the handle. */
export function ArrangeDialog({ videos, onRemove, onClose }: ArrangeDialogProps): ReactElement {
  const drop = (id: string, overId: string): void => {
    if (overId === id) return;
    moveInSelection(
      id,
      videos.findIndex((video) => video.id === overId),
    );
  };
  return (
    <Modal title="Video order" lead="Sections appear in this order." open onClose={onClose}>
      <Tips>
        <SortableRows items={videos} kind="Video" onDrop={drop}>
          <ol aria-label="Selected videos in order" className="divide-line min-h-0 divide-y overflow-y-auto">
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
        </SortableRows>
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
