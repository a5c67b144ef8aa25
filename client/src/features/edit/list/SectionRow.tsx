import { memo, useCallback, type ReactElement } from 'react';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, Play } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import { SectionThumb } from '../../../components/ui/display/SectionThumb.tsx';
import { Thumb } from '../../../components/ui/display/Thumb.tsx';
import { clsx } from 'clsx';
import { preciseTime } from '../../../lib/format.ts';
import { usePreparingOf } from '../context/queries.ts';
import { describeFit, sectionLength, sectionSpan } from '../section/fit-words.ts';
import type { Mark } from '../section/marks.ts';
import { SoundMenu } from '../parts/SoundMenu.tsx';
import { Marks } from './Marks.tsx';
import { type RowActions, RowTools } from './RowTools.tsx';

interface SectionRowProps {
  section: Section;
  index: number;
  count: number;
  selected: boolean;
  /** Whether the film currently shows this section. */
  playing: boolean;
  checked: boolean;
  /** The number of rows that move when this row is dragged, including itself. */
  together: number;
  mark: Mark | undefined;
  /** Receives the row's element, to measure its height. */
  measure: (element: HTMLElement | null) => void;
  actions: RowActions;
}

export const SectionRow = memo(function SectionRow({
  section,
  index,
  count,
  selected,
  playing,
  checked,
  together,
  mark,
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
  const fit = describeFit(section.fit);
  const span = sectionSpan(section);
  const tools = (
    <RowTools section={section} index={index} count={count} selected={selected} actions={actions} />
  );
  return (
    <li
      ref={root}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={clsx(
        'group relative flex gap-1 py-0.5 pr-2 pl-0.5',
        selected ? 'bg-accent-soft' : 'bg-surface hover:bg-surface-2',
        isDragging && 'shadow-float z-10 opacity-95',
      )}
    >
      <div className="relative z-1 flex w-7 shrink-0 flex-col items-stretch self-start">
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
          className="text-muted hover:bg-fg/8 hover:text-fg flex h-6 cursor-grab touch-none focus-visible:-outline-offset-2 active:cursor-grabbing items-center justify-center rounded-md"
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
      <div className="relative mt-0.5 w-14 shrink-0 self-start">
        <SectionThumb section={section} className="w-full rounded-md" />
        {playing ? (
          <span className="bg-accent text-on-accent absolute top-1 left-1 grid size-5 place-items-center rounded-full">
            <Play aria-hidden size={10} className="fill-current" />
            <span className="sr-only">Plays now</span>
          </span>
        ) : null}
      </div>
      <div className="min-w-0 flex-1 py-0.5 pl-1.5">
        <div className="flex min-h-6 items-center gap-1.5">
          <span aria-hidden className="text-muted text-xs tabular-nums">
            {index + 1}
          </span>
          <button
            type="button"
            data-select={id}
            title={title}
            aria-current={selected ? 'true' : undefined}
            onClick={() => actions.select(id)}
            className="min-h-6 min-w-0 flex-1 truncate text-left font-medium after:absolute after:inset-0 after:content-['']"
          >
            {title}
          </button>
          <span className="relative z-1 flex shrink-0">
            <SoundMenu section={section} compact />
          </span>
        </div>
        <div className="relative">
          <p className="text-muted flex min-h-6 flex-wrap items-center gap-x-1 text-xs whitespace-nowrap tabular-nums">
            <span className="text-fg font-medium">{sectionLength(section)}</span>
            <span aria-hidden>·</span>
            <span>
              {preciseTime(span.start)} - {preciseTime(span.end)}
            </span>
            {/* On a line of its own where only a few letters would fit, and beside the place of the menu. */}
            <span
              className={clsx(
                'flex min-w-0 flex-1 items-center gap-x-1.5',
                selected ? 'basis-20' : 'min-h-6 basis-26 pr-6',
              )}
            >
              <Thumb src={section.video.thumbnail} className="w-6 shrink-0 rounded-sm" />
              <span className="min-w-0 flex-1 truncate" title={section.video.title}>
                {section.video.title}
                {media === 'video' ? null : ` · ${media === 'image' ? 'Image' : 'Title card'}`}
              </span>
            </span>
          </p>
          {selected ? null : tools}
        </div>
        {preparing !== null ? (
          <p className="text-accent text-xs font-medium tabular-nums">Preparing… {preparing}%</p>
        ) : null}
        <Marks mark={mark} goTo={actions.goTo} />
        {fit[0] ? (
          <p className="my-0.5">
            <span className="bg-surface border-line text-muted inline-block max-w-full truncate rounded-full border px-1.5 text-xs">
              {fit[0]}
              {fit.length > 1 ? <span aria-hidden> +{fit.length - 1}</span> : null}
              <span className="sr-only">{fit.slice(1).map((text) => `, ${text}`)}</span>
            </span>
          </p>
        ) : null}
        {selected ? tools : null}
      </div>
    </li>
  );
});
