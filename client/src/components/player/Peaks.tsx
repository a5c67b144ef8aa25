import { useEffect, useRef, type ReactElement } from 'react';
import { clsx } from 'clsx';

/** The width of one column of a waveform with its gap, in CSS pixels. */
const COLUMN = 3;
const GAP = 1;
/** The free space above and below the highest column together, as a share of the height. */
const MARGIN = 1 / 12;

interface PeaksProps {
  /** The heights of this number of columns, 0 to 100; `null` until they are known. */
  columnsOf: ((count: number) => number[]) | null;
  /** The size in CSS pixels, if it is known; otherwise it is measured. */
  width?: number;
  height?: number;
  className?: string;
}

/** A waveform that fills its container, in the container's text colour. */
export function Peaks({ columnsOf, width, height, className }: PeaksProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element || !columnsOf) return;
    const draw = (): void =>
      paint(element, columnsOf, width ?? element.clientWidth, height ?? element.clientHeight);
    draw();
    const resized = new ResizeObserver(draw);
    if (width === undefined || height === undefined) resized.observe(element);
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
    };
  }, [columnsOf, width, height]);
  return <canvas ref={canvas} className={clsx('block size-full', className)} />;
}

function paint(
  canvas: HTMLCanvasElement,
  columnsOf: (count: number) => number[],
  width: number,
  height: number,
): void {
  const pen = canvas.getContext('2d');
  if (!pen || width === 0) return;
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  pen.scale(density, density);
  pen.fillStyle = getComputedStyle(canvas).color;
  columnsOf(Math.floor(width / COLUMN)).forEach((peak, column) => {
    const tall = Math.max(1, (peak / 100) * height * (1 - MARGIN));
    pen.fillRect(column * COLUMN, (height - tall) / 2, COLUMN - GAP, tall);
  });
}
