import { useEffect, useRef, type CSSProperties, type ReactElement, type RefObject } from 'react';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import type { Bars } from '#contract/bars.ts';
import type { Placement } from '#contract/placement.ts';

type PictureStyle = CSSProperties & { objectViewBox: string };

/** Crops the bars of a video by `object-view-box`. Browsers without that property show the bars. */
export const barStyle = (bars: Bars | undefined): PictureStyle => ({
  objectViewBox: bars
    ? `inset(${[bars.top, bars.right, bars.bottom, bars.left].map((share) => `${share * 100}%`).join(' ')})`
    : '',
});

/**
 * Returns how an image or a video fills the frame. A video that follows its subject is placed by its camera
 * instead.
 */
export const pictureStyle = ({ framing, crop, bars }: Placement): PictureStyle => ({
  ...barStyle(bars),
  ...(framing === 'fill' || framing === 'follow'
    ? {
        objectFit: 'cover',
        objectPosition: framing === 'fill' ? `${crop * 100}% ${crop * 100}%` : '',
        clipPath: '',
      }
    : { objectFit: 'contain', clipPath: bars?.shape ? clipTo(bars.shape) : '' }),
});

/**
 * Whether an image of this shape leaves a part of the frame empty, where a view box would still show the
 * bars.
 */
function clipTo(shape: number): string {
  const above = `max(0px, (100cqh - 100cqw / ${shape}) / 2)`;
  const inset = `max(0px, (100cqw - 100cqh * ${shape}) / 2)`;
  return `inset(${above} ${inset})`;
}

/** Returns the part of a video that its `barStyle` shows, in pixels. */
function shownPart(video: HTMLVideoElement): { left: number; top: number; width: number; height: number } {
  const inset = video.style.getPropertyValue('object-view-box').slice('inset('.length).split(' ');
  const shares = inset.map((edge) => (Number.parseFloat(edge) || 0) / 100);
  const [top = 0, right = top, bottom = top, left = right] = shares;
  const { videoWidth: width, videoHeight: height } = video;
  return {
    left: left * width,
    top: top * height,
    width: width * (1 - left - right),
    height: height * (1 - top - bottom),
  };
}

/** The longer side of the blurred copy, in pixels. It can be small since it is blurred. */
const COPY_PIXELS = 80;
/**
 * The distance by which the copy extends beyond the frame, in its own pixels. Otherwise a browser would blur
 * transparent pixels into its edges.
 */
const MARGIN = 12;

interface Size {
  width: number;
  height: number;
}

/** The size of the copy's part inside the frame, in pixels. */
function copySize(aspect: Aspect): Size {
  const { width, height } = SHAPES[aspect];
  const scale = COPY_PIXELS / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

interface BlurredProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  aspect: Aspect;
  /** The brightness of the copy, as a share of the original's. */
  light?: number | undefined;
}

/** A blurred and darker copy that surrounds an image of another shape, as in the film. */
function Blurred({ canvas, aspect, light = 0.6 }: BlurredProps): ReactElement {
  const { width, height } = copySize(aspect);
  const percent = (pixels: number, whole: number): string => `${(pixels / whole) * 100}%`;
  return (
    <div aria-hidden className="absolute inset-0 overflow-hidden" style={{ containerType: 'size' }}>
      <canvas
        ref={canvas}
        width={width + 2 * MARGIN}
        height={height + 2 * MARGIN}
        className="absolute max-w-none"
        style={{
          left: percent(-MARGIN, width),
          top: percent(-MARGIN, height),
          width: percent(width + 2 * MARGIN, width),
          height: percent(height + 2 * MARGIN, height),
          filter: `blur(5cqmax) brightness(${light})`,
        }}
      />
    </div>
  );
}

interface VideoBackdropProps extends Omit<BlurredProps, 'canvas'> {
  video: RefObject<HTMLVideoElement | null>;
}

/** Draws a backdrop for each frame that a video shows. */
export function VideoBackdrop({ video, aspect, light }: VideoBackdropProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    let next = 0;
    const follow = (): void => {
      drawCovering(canvas.current, copySize(aspect), element, shownPart(element));
      next = element.requestVideoFrameCallback?.(follow) ?? 0;
    };
    follow();
    return () => element.cancelVideoFrameCallback?.(next);
  }, [video, aspect]);
  return <Blurred canvas={canvas} aspect={aspect} light={light} />;
}

/** Draws the backdrop of an image. */
export function ImageBackdrop({ src, aspect }: { src: string; aspect: Aspect }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const image = new Image();
    const off = new AbortController();
    const draw = (): void => {
      const size = { left: 0, top: 0, width: image.naturalWidth, height: image.naturalHeight };
      drawCovering(canvas.current, copySize(aspect), image, size);
    };
    image.addEventListener('load', draw, { signal: off.signal });
    image.src = src;
    return () => {
      off.abort();
    };
  }, [src, aspect]);
  return <Blurred canvas={canvas} aspect={aspect} />;
}

/**
 * Draws the middle of this part of an image, so that it covers the frame's part of the canvas, and the edges
 * beyond.
 */
function drawCovering(
  canvas: HTMLCanvasElement | null,
  { width, height }: Size,
  picture: CanvasImageSource,
  size: Size & { left: number; top: number },
): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context || size.width === 0) return;
  const scale = Math.max(width / size.width, height / size.height);
  const part = { width: width / scale, height: height / scale };
  const left = size.left + (size.width - part.width) / 2;
  const top = size.top + (size.height - part.height) / 2;
  context.drawImage(picture, left, top, part.width, part.height, MARGIN, MARGIN, width, height);
  const [right, bottom, all] = [MARGIN + width, MARGIN + height, canvas.width];
  context.drawImage(canvas, MARGIN, MARGIN, 1, height, 0, MARGIN, MARGIN, height);
  context.drawImage(canvas, right - 1, MARGIN, 1, height, right, MARGIN, MARGIN, height);
  context.drawImage(canvas, 0, MARGIN, all, 1, 0, 0, all, MARGIN);
  context.drawImage(canvas, 0, bottom - 1, all, 1, 0, bottom, all, MARGIN);
}
