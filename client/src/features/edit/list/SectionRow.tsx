import { memo, useCallback, type ReactElement } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, ArrowUpDown, GripVertical, Trash2 } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import { IconButton } from '../../../components/ui/IconButton.tsx';
import { SectionThumb } from '../../../components/ui/SectionThumb.tsx';
import { Thumb } from '../../../components/ui/Thumb.tsx';
import { clsx } from 'clsx';
import { preciseTime } from '../../../lib/format.ts';
import { usePreparingOf } from '../context/use-preparing.ts';
import { fitWords, sectionLength, sectionSpan } from '../section/fit-words.ts';
import { SoundMenu } from '../parts/SoundMenu.tsx';

export interface RowActions {
  select: (id: string) => void;
  /** `range`: with all rows from the last checked one on. */
  check: (id: string, range: boolean) => void;
  move: (id: string, by: 1 | -1) => void;
  moveTo: (id: string) => void;
  remove: (id: string) => void;
}

interface SectionRowProps {
  section: Section;
  index: number;
  count: number;
  selected: boolean;
  checked: boolean;
  /** How many move when it is dragged, including itself. */
  together: number;
  /** Receives the row's element, to measure its height. */
  measure: (element: HTMLElement | null) => void;
  actions: RowActions;
}

export const SectionRow = memo(function SectionRow({
  section,
  index,
  count,
  selected,
  checked,
  together,
  measure,
  actions,
}: SectionRowProps): ReactElement {
  const { id, title, media } = section;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const root = useCallback(
    (element: HTMLElement | null) => {
      setNodeRef(element);
      measure(element);
    },
    [setNodeRef, measure],
  );
  const preparing = usePreparingOf(section);
  const fit = fitWords(section.fit);
  const span = sectionSpan(section);
  return (
    <li
      ref={root}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={clsx(
        'relative flex gap-1 py-2 pr-2 pl-0.5',
        selected ? 'bg-accent-soft' : 'bg-surface hover:bg-surface-2',
        isDragging && 'shadow-float z-10 opacity-95',
      )}
    >
      <div className="relative z-1 flex w-7 shrink-0 flex-col items-stretch">
        <label className="grid h-7 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`Select ${title}`}
            checked={checked}
            onChange={(event) => actions.check(id, (event.nativeEvent as MouseEvent).shiftKey)}
            className="accent-accent size-4"
          />
        </label>
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Drag ${title}`}
          className="text-muted hover:bg-fg/8 hover:text-fg flex min-h-6 flex-1 cursor-grab touch-none focus-visible:-outline-offset-2 active:cursor-grabbing items-center justify-center rounded-md"
        >
          {isDragging && together > 1 ? (
            <span className="bg-accent text-on-accent rounded-full px-1.5 text-xs tabular-nums">
              {together}
            </span>
          ) : (
            <GripVertical aria-hidden size={16} />
          )}
        </button>
      </div>
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
              <span className="text-fg font-medium">{sectionLength(section)}</span>
              <span aria-hidden>·</span>
              <span>
                {preciseTime(span.start)} - {preciseTime(span.end)}
              </span>
            </p>
            {preparing !== null ? (
              <p className="text-accent text-xs font-medium tabular-nums">Preparing… {preparing}%</p>
            ) : null}
            <div className="relative z-1 mt-0.5 w-fit max-w-full">
              <SoundMenu section={section} />
            </div>
            {fit[0] ? (
              <p className="mt-0.5">
                <span className="bg-surface border-line text-muted inline-block max-w-full truncate rounded-full border px-1.5 text-xs">
                  {fit[0]}
                  {fit.length > 1 ? <span aria-hidden> +{fit.length - 1}</span> : null}
                  <span className="sr-only">{fit.slice(1).map((text) => `, ${text}`)}</span>
                </span>
              </p>
            ) : null}
          </div>
        </div>
        <div className="mt-1 flex items-center gap-1.5">
          <Thumb src={section.video.thumbnail} className="w-8 shrink-0 rounded-sm" />
          <span className="text-muted min-w-0 flex-1 truncate text-xs" title={section.video.title}>
            {section.video.title}
            {media === 'video' ? null : ` · ${media === 'image' ? 'Image' : 'Title card'}`}
          </span>
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
            <IconButton label={`Move ${title} to…`} onClick={() => actions.moveTo(id)}>
              <ArrowUpDown aria-hidden size={16} />
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
