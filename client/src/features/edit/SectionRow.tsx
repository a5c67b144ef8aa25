import { memo, type ReactElement } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, AudioLines, GripVertical, Mic, Trash2 } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import { IconButton } from '../../components/ui/IconButton.tsx';
import { SectionThumb } from '../../components/ui/SectionThumb.tsx';
import { Thumb } from '../../components/ui/Thumb.tsx';
import { clsx } from 'clsx';
import { preciseTime } from '../../lib/format.ts';

export interface RowActions {
  select: (id: string) => void;
  move: (id: string, by: 1 | -1) => void;
  remove: (id: string) => void;
}

interface SectionRowProps {
  section: Section;
  index: number;
  count: number;
  selected: boolean;
  actions: RowActions;
}

export const SectionRow = memo(function SectionRow({
  section,
  index,
  count,
  selected,
  actions,
}: SectionRowProps): ReactElement {
  const { id, title, narrated } = section;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const Sound = narrated ? Mic : AudioLines;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={clsx(
        'relative flex gap-1 py-2 pr-2 pl-0.5',
        selected ? 'bg-accent-soft' : 'bg-surface hover:bg-surface-2',
        isDragging && 'shadow-float z-10 opacity-95',
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Drag ${title}`}
        className="text-muted relative z-1 flex w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-md"
      >
        <GripVertical aria-hidden size={16} />
      </button>
      <div className="min-w-0 flex-1">
        <div className="flex gap-2.5">
          <SectionThumb section={section} className="w-22 shrink-0 rounded-md" />
          <div className="min-w-0 flex-1">
            <button
              type="button"
              data-select={id}
              aria-current={selected ? 'true' : undefined}
              onClick={() => actions.select(id)}
              className="line-clamp-2 min-h-6 w-full text-left font-medium break-words after:absolute after:inset-0 after:content-['']"
            >
              {title}
            </button>
            <p className="text-muted flex flex-wrap items-center gap-x-1.5 text-xs tabular-nums">
              <span className="text-fg font-medium">{preciseTime(section.duration)}</span>
              <span aria-hidden>·</span>
              <span>
                {preciseTime(section.startTime)} - {preciseTime(section.endTime)}
              </span>
            </p>
          </div>
        </div>
        <div className="mt-1 flex items-center gap-1.5">
          <Thumb src={section.video.thumbnail} className="w-8 shrink-0 rounded-sm" />
          <span className="text-muted min-w-0 flex-1 truncate text-xs" title={section.video.title}>
            {section.video.title}
          </span>
          <Sound aria-hidden size={14} className="text-muted shrink-0" />
          <span className="sr-only">{narrated ? 'Narrated' : 'Original sound'}</span>
          <span className="relative z-1 flex">
            <IconButton
              label={`Move ${title} up`}
              inactive={index === 0}
              onClick={() => actions.move(id, -1)}
            >
              <ArrowUp aria-hidden size={16} />
            </IconButton>
            <IconButton
              label={`Move ${title} down`}
              inactive={index === count - 1}
              onClick={() => actions.move(id, 1)}
            >
              <ArrowDown aria-hidden size={16} />
            </IconButton>
            <IconButton label={`Delete ${title}`} onClick={() => actions.remove(id)}>
              <Trash2 aria-hidden size={16} />
            </IconButton>
          </span>
        </div>
      </div>
    </li>
  );
});
