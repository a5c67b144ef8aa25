import { useEffect, useRef, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Section } from '#contract/sections.ts';
import { columnPeaks, type Span } from '../section/ranges.ts';

/** One column of the waveform, with its gap, in CSS pixels. */
const COLUMN = 3;
const GAP = 1;

/** The waveform of a part of a video, in its text's colour. */
export function Waveform({ section, view }: { section: Section; view: Span }): ReactElement {
  const url = section.preview?.peaksUrl ?? null;
  const perSecond = section.preview?.peaksPerSecond ?? 0;
  const { data: peaks, isError } = useQuery<number[]>({ queryKey: [url], enabled: url !== null });
  const canvas = useRef<HTMLCanvasElement>(null);
  const { start, end } = view;

  useEffect(() => {
    const element = canvas.current;
    if (!element || !peaks) return;
    const draw = (): void => paint(element, peaks, perSecond, { start, end });
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
    };
  }, [peaks, perSecond, start, end]);

  if (url === null || isError) {
    return (
      <span className="text-muted grid size-full place-items-center text-xs">
        {isError ? 'The waveform could not be loaded' : 'This video has no sound'}
      </span>
    );
  }
  return <canvas ref={canvas} className="text-muted block size-full" />;
}

function paint(canvas: HTMLCanvasElement, peaks: number[], perSecond: number, view: Span): void {
  const pen = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!pen || width === 0) return;
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  pen.scale(density, density);
  pen.fillStyle = getComputedStyle(canvas).color;
  columnPeaks(peaks, perSecond, view, Math.floor(width / COLUMN)).forEach((peak, column) => {
    const tall = Math.max(1, (peak / 100) * (height - 8));
    pen.fillRect(column * COLUMN, (height - tall) / 2, COLUMN - GAP, tall);
  });
}
