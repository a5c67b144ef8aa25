import { useRef, useState, type ReactElement } from 'react';
import { clsx } from 'clsx';
import { HIT_PREVIEW_PICTURES } from '#contract/videos.ts';

/** The duration of each image, in ms. */
const PICTURE_MS = 700;

/** Shows a video's images one after another over its still, once they are loaded. */
export function MovingStill({ src }: { src: string }): ReactElement {
  const strip = useRef<HTMLImageElement>(null);
  const [isVisible, setVisible] = useState(false);
  const play = (): void => {
    setVisible(true);
    strip.current?.animate(
      { transform: ['translateX(0)', 'translateX(-100%)'] },
      {
        duration: HIT_PREVIEW_PICTURES * PICTURE_MS,
        easing: `steps(${HIT_PREVIEW_PICTURES})`,
        iterations: Number.POSITIVE_INFINITY,
      },
    );
  };
  return (
    <img
      ref={strip}
      src={src}
      alt=""
      draggable={false}
      onLoad={play}
      style={{ width: `${HIT_PREVIEW_PICTURES * 100}%` }}
      className={clsx('absolute inset-y-0 left-0 h-full max-w-none', !isVisible && 'opacity-0')}
    />
  );
}
