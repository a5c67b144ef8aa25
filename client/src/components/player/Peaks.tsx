import { useEffect, useRef, type ReactElement } from 'react';
import { clsx } from 'clsx';

/** The width of one column of a waveform with its gap, in CSS pixels. */
const COLUMN = 3;
const GAP = 1;
/** The free space above and below the highest column together, as a share of the height. */
const MARGIN = 1 / 12;

interface PeaksProps {
  /** The heights of this number of columns, 0 to 100; `null` until they are known. */
  peakColumns: ((count: number) => number[]) | null;
  className?: string;
}

/** A waveform that fills its container, in the container's text colour. */
export function Peaks({ peakColumns, className }: PeaksProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element || !peakColumns) return;
    const draw = (): void => paint(element, peakColumns);
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
    };
  }, [peakColumns]);
  return <canvas ref={canvas} className={clsx('block size-full', className)} />;
}

/** The outline of a waveform, as SVG and canvas draw it: the heights of its columns, 0 to 100, in a height in pixels. */
export const peaksPath = (heights: readonly number[], height: number): string =>
  heights
    .map((peak, column) => {
      const tall = Math.max(1, (peak / 100) * height * (1 - MARGIN));
      return `M${column * COLUMN} ${(height - tall) / 2}h${COLUMN - GAP}v${tall}h${GAP - COLUMN}z`;
    })
    .join('');

/** Returns the number of columns of a waveform with a width in pixels. */
export const columnsIn = (width: number): number => Math.floor(width / COLUMN);

function paint(canvas: HTMLCanvasElement, peakColumns: (count: number) => number[]): void {
  const pen = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!pen || width === 0) return;
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  pen.scale(density, density);
  pen.fillStyle = getComputedStyle(canvas).color;
  const outline = new Path2D(peaksPath(peakColumns(columnsIn(width)), height));
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is not an array
  pen.fill(outline);
}
