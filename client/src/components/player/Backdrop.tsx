import {
  useEffect,
  useRef,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import type { Placement } from '#contract/framing.ts';

/** How an image or a video takes the frame's shape. */
export const pictureStyle = ({ framing, crop }: Placement): CSSProperties =>
  framing === 'fill'
    ? { objectFit: 'cover', objectPosition: `${crop * 100}% ${crop * 100}%` }
    : { objectFit: 'contain' };

/** What is seen around a picture of another shape: what it is given, blurred and darker, as in the film. */
export function Backdrop({ light = 0.6, children }: { light?: number; children: ReactNode }): ReactElement {
  return (
    <div aria-hidden className="absolute inset-0 overflow-hidden" style={{ containerType: 'size' }}>
      <div className="size-full scale-110" style={{ filter: `blur(5cqmax) brightness(${light})` }}>
        {children}
      </div>
    </div>
  );
}

/** The longer side of the copy, in pixels: it is blurred. */
const COPY_PIXELS = 80;

/** A backdrop of each picture that a video shows. */
export function VideoBackdrop({
  video,
  aspect,
}: {
  video: RefObject<HTMLVideoElement | null>;
  aspect: Aspect;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const shown = video.current;
    if (!shown) return undefined;
    let next = 0;
    const follow = (): void => {
      drawCovering(canvas.current, shown);
      next = shown.requestVideoFrameCallback?.(follow) ?? 0;
    };
    follow();
    return () => shown.cancelVideoFrameCallback?.(next);
  }, [video]);
  const { width, height } = SHAPES[aspect];
  const scale = COPY_PIXELS / Math.max(width, height);
  return (
    <Backdrop>
      <canvas
        ref={canvas}
        width={Math.round(width * scale)}
        height={Math.round(height * scale)}
        className="size-full"
      />
    </Backdrop>
  );
}

/** Draws the middle of a video's picture, so that it covers the canvas. */
function drawCovering(canvas: HTMLCanvasElement | null, video: HTMLVideoElement): void {
  const { videoWidth, videoHeight } = video;
  if (!canvas || videoWidth === 0) return;
  const scale = Math.max(canvas.width / videoWidth, canvas.height / videoHeight);
  const [width, height] = [canvas.width / scale, canvas.height / scale];
  const [left, top] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
  canvas.getContext('2d')?.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height);
}
