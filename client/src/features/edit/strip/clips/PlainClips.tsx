import { memo, type ReactElement } from 'react';
import type { Span } from '../../section/ranges.ts';
import { clipsBetween, NARROW, type StripClip } from '../view/geometry.ts';

interface PlainClipsProps {
  clips: readonly StripClip[];
  /** The range of clips that have elements if they are wide enough, `last` excluded. */
  first: number;
  last: number;
  /** The pixels of the strip in which clips are drawn. */
  range: Span;
  /** Pixels per second of the film. */
  scale: number;
}

const HEIGHT = 60;
/** The space between two clips, in pixels. Clips that are hardly wider have no space. */
const GAP = 1;
const MIN_WITH_GAP = 3;

/**
 * Draws all clips without an element as one path, since there may be a thousand of them: those that are too
 * narrow, and those that only a zoom brings into view.
 */
export const PlainClips = memo(function PlainClips(props: PlainClipsProps): ReactElement {
  const { clips, first, last, range, scale } = props;
  const [from, to] = clipsBetween(clips, { start: range.start / scale, end: range.end / scale });
  const boxes = clips.slice(from, to).map(({ start, end }, at) => {
    const width = (end - start) * scale;
    const hasElement = width >= NARROW && from + at >= first && from + at < last;
    const drawn = width < MIN_WITH_GAP ? width : width - GAP;
    return hasElement ? '' : `M${start * scale - range.start} 0h${drawn}v${HEIGHT}h${-drawn}z`;
  });
  return (
    <svg
      aria-hidden
      style={{ left: range.start, width: range.end - range.start }}
      className="text-line-strong pointer-events-none absolute inset-y-0 h-full fill-current"
    >
      <path d={boxes.join('')} />
    </svg>
  );
});
