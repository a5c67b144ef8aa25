import { useEffect, useRef, type CSSProperties, type ReactElement, type RefObject } from 'react';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import type { Placement } from '#contract/framing.ts';

/** How an image or a video takes the frame's shape. */
export const pictureStyle = ({ framing, crop }: Placement): CSSProperties =>
  framing === 'fill'
    ? { objectFit: 'cover', objectPosition: `${crop * 100}% ${crop * 100}%` }
    : { objectFit: 'contain' };

/** The longer side of the copy of a picture, in pixels: it is blurred. */
const COPY_PIXELS = 80;
/** How far the copy's edges go on beyond the frame, in its pixels: a browser would blur what is outside into them. */
const MARGIN = 12;

interface BlurredProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  aspect: Aspect;
  /** How bright it is, as a part of the picture's light. */
  light?: number;
}

/** What is seen around a picture of another shape: its copy, blurred and darker, as in the film. */
function Blurred({ canvas, aspect, light = 0.6 }: BlurredProps): ReactElement {
  const shape = SHAPES[aspect];
  const scale = COPY_PIXELS / Math.max(shape.width, shape.height);
  const [width, height] = [Math.round(shape.width * scale), Math.round(shape.height * scale)];
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

/** A backdrop of each picture that a video shows. */
export function VideoBackdrop({ video, ...looks }: VideoBackdropProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const shown = video.current;
    if (!shown) return undefined;
    let next = 0;
    const follow = (): void => {
      drawCovering(canvas.current, shown, { width: shown.videoWidth, height: shown.videoHeight });
      next = shown.requestVideoFrameCallback?.(follow) ?? 0;
    };
    follow();
    return () => shown.cancelVideoFrameCallback?.(next);
  }, [video, looks.aspect]);
  return <Blurred canvas={canvas} {...looks} />;
}

/** A backdrop of an image. */
export function ImageBackdrop({
  src,
  ...looks
}: { src: string } & Omit<BlurredProps, 'canvas'>): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const image = new Image();
    image.onload = () => {
      drawCovering(canvas.current, image, { width: image.naturalWidth, height: image.naturalHeight });
    };
    image.src = src;
    return () => {
      image.onload = null;
    };
  }, [src, looks.aspect]);
  return <Blurred canvas={canvas} {...looks} />;
}

/** Draws the middle of a picture, so that it covers the frame, and its edges beyond. */
function drawCovering(
  canvas: HTMLCanvasElement | null,
  picture: CanvasImageSource,
  size: { width: number; height: number },
): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context || size.width === 0) return;
  const [right, bottom] = [canvas.width - MARGIN, canvas.height - MARGIN];
  const [across, down] = [right - MARGIN, bottom - MARGIN];
  const scale = Math.max(across / size.width, down / size.height);
  const [width, height] = [across / scale, down / scale];
  const [left, top] = [(size.width - width) / 2, (size.height - height) / 2];
  context.drawImage(picture, left, top, width, height, MARGIN, MARGIN, across, down);
  context.drawImage(canvas, MARGIN, MARGIN, 1, down, 0, MARGIN, MARGIN, down);
  context.drawImage(canvas, right - 1, MARGIN, 1, down, right, MARGIN, MARGIN, down);
  context.drawImage(canvas, 0, MARGIN, canvas.width, 1, 0, 0, canvas.width, MARGIN);
  context.drawImage(canvas, 0, bottom - 1, canvas.width, 1, 0, bottom, canvas.width, MARGIN);
}
