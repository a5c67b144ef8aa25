import { memo, type ReactElement } from 'react';
import { clsx } from 'clsx';
import { GripVertical } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import type { FilmPart } from '../../../../components/player/film/timeline/timeline.ts';
import { minutesSeconds, positionTime } from '../../../../lib/format.ts';
import { hasRange } from '../../section/ranges.ts';
import { NARROW } from '../view/geometry.ts';
import { ClipPicture } from './ClipPicture.tsx';

/** The minimum width of a clip with a title, in pixels. */
const TITLED = 40;
/** The minimum width of a clip with handles, in pixels. */
const GRIPPED = 72;

interface StripClipProps {
  section: Section;
  part: FilmPart;
  index: number;
  count: number;
  /** The section's range in the film, in seconds. */
  start: number;
  end: number;
  /** Pixels per second of the film. */
  scale: number;
  selected: boolean;
  playing: boolean;
  checked: boolean;
  /** Whether the arrow keys start at this clip. */
  active: boolean;
  /** The number of pixels by which the clip or its edges are dragged. */
  moved: number;
  head: number;
  tail: number;
  /** The text that replaces the title while an edge is dragged. */
  note: string | null;
  /** The tiles that are rendered. */
  first: number;
  last: number;
}

/** A section in the strip. Its width represents its duration in the film. */
export const StripClip = memo(function StripClip(props: StripClipProps): ReactElement {
  const { section, part, index, count, start, end, scale, first, last } = props;
  const { selected, playing, checked, active, moved, head, tail, note } = props;
  const { id, title } = section;
  const width = (end - start) * scale - head + tail;
  const isWide = width >= NARROW;
  const isDragged = moved !== 0;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select has neither a place nor a picture
      role="option"
      data-clip={id}
      tabIndex={active ? 0 : -1}
      aria-label={`Section ${index + 1}, ${title}, ${minutesSeconds(end - start)}, from ${positionTime(start)}`}
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={count}
      title={isWide ? undefined : title}
      style={{
        // A transform of each clip would cost more whenever the strip is painted.
        left: start * scale + head,
        width: Math.max(2, width),
        transform: isDragged ? `translateX(${moved}px)` : undefined,
      }}
      className={clsx(
        'group/clip bg-surface-2 absolute inset-y-0 cursor-pointer overflow-hidden rounded-sm [contain:size_layout_style] outline-offset-0 focus-visible:z-10',
        selected && 'z-5',
        (isDragged || note !== null) && 'shadow-float z-10',
        isDragged && 'opacity-80',
      )}
    >
      {isWide ? (
        <span className="absolute inset-0 block" style={{ left: -head }}>
          <ClipPicture section={section} part={part} first={first} last={last} scale={scale} />
        </span>
      ) : null}
      {width >= TITLED ? (
        <span
          aria-hidden
          data-title={note ?? `${index + 1} ${title}`}
          className={clsx(
            'pointer-events-none absolute top-0 truncate px-1.5 text-xs before:content-[attr(data-title)]',
            // The title is beside the drawn edges.
            selected ? 'left-2 max-w-[calc(100%-1rem)] rounded-b-sm' : 'left-0 max-w-full rounded-br-sm',
            selected || playing || note !== null ? 'bg-accent text-on-accent' : 'bg-black/70 text-white',
          )}
        />
      ) : null}
      <span
        aria-hidden
        className={clsx(
          'pointer-events-none absolute inset-0 rounded-sm',
          selected && 'ring-accent ring-2 ring-inset',
          !selected && checked && 'ring-accent ring-1 ring-inset',
          !selected && !checked && 'ring-line-strong ring-1 ring-inset',
        )}
      />
      {selected && width >= GRIPPED ? (
        <span
          data-grip
          aria-hidden
          className="absolute right-3 bottom-0.5 grid h-5 w-6 cursor-grab touch-none place-items-center rounded-sm bg-black/60 text-white active:cursor-grabbing"
        >
          <GripVertical size={14} />
        </span>
      ) : null}
      {isWide && hasRange(section) ? (
        <>
          <Edge edge="start" selected={selected} />
          <Edge edge="end" selected={selected} />
        </>
      ) : null}
    </div>
  );
});

/** A handle at an end of the section. For keys there are the trim panel and the shortcuts I and O. */
function Edge({ edge, selected }: { edge: 'start' | 'end'; selected: boolean }): ReactElement {
  return (
    <span
      data-edge={edge}
      aria-hidden
      className={clsx(
        'absolute inset-y-0 w-2 cursor-ew-resize touch-none group-hover/clip:bg-trim/80',
        edge === 'start' ? 'left-0 rounded-l-sm' : 'right-0 rounded-r-sm',
        // The touch target is larger than the drawn handle.
        selected && 'bg-trim before:absolute before:inset-y-0 pointer-coarse:before:w-5',
        edge === 'end' && 'before:right-0',
      )}
    />
  );
}
