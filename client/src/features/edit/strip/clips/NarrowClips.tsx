import { memo, useCallback, useLayoutEffect, useRef, type ReactElement } from 'react';
import { NARROW, type StripClip } from '../view/geometry.ts';

interface NarrowClipsProps {
  clips: readonly StripClip[];
  /** The range of clips that are drawn, `last` excluded. */
  first: number;
  last: number;
  /** The pixels of the strip that are rendered. */
  from: number;
  to: number;
  /** Pixels per second of the film. */
  scale: number;
}

const HEIGHT = 60;
/** The space between two clips, in pixels. Clips that are hardly wider have no space. */
const GAP = 1;
const MIN_WITH_GAP = 3;

/**
 * Draws all clips that are too narrow for an element into one canvas, since there may be a thousand of them.
 */
export const NarrowClips = memo(function NarrowClips(props: NarrowClipsProps): ReactElement {
  const { clips, first, last, from, to, scale } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = to - from;
  const draw = useCallback(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen) return;
    const density = window.devicePixelRatio || 1;
    element.width = Math.round(width * density);
    element.height = Math.round(HEIGHT * density);
    pen.scale(density, density);
    pen.fillStyle = getComputedStyle(element).color;
    for (const { start, end } of clips.slice(first, last)) {
      const wide = (end - start) * scale;
      const gap = wide < MIN_WITH_GAP ? 0 : GAP;
      if (wide < NARROW) pen.fillRect(start * scale - from, 0, wide - gap, HEIGHT);
    }
  }, [clips, first, last, from, width, scale]);
  // Clips with elements are included.
  useLayoutEffect(() => {
    draw();
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => themed.disconnect();
  }, [draw]);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      style={{ transform: `translateX(${from}px)`, width, height: HEIGHT }}
      className="text-line-strong absolute top-0 left-0"
    />
  );
});
