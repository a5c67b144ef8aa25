import { useCallback, useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { Clock, PlayerHandle } from '../clock.ts';

interface StillOptions {
  /** The duration for which the image is shown, in seconds. */
  length: number;
  clock: Clock;
  handle?: Ref<PlayerHandle> | undefined;
  onEnd?: (() => void) | undefined;
}

/** Runs a clock for an image, as a player does for a video. */
export function useStill({ length, clock, handle, onEnd }: StillOptions): {
  seek: (time: number) => void;
  toggle: () => void;
} {
  const range = useRef({ length, onEnd });
  useEffect(() => {
    range.current = { length, onEnd };
  }, [length, onEnd]);

  const seek = useCallback(
    (time: number) => clock.setState({ time: Math.max(0, Math.min(range.current.length, time)) }),
    [clock],
  );
  const play = useCallback(() => {
    if (clock.getState().time >= range.current.length - 0.05) seek(0);
    clock.setState({ playing: true });
  }, [clock, seek]);
  const pause = useCallback(() => clock.setState({ playing: false }), [clock]);
  const toggle = useCallback(() => (clock.getState().playing ? pause() : play()), [clock, pause, play]);

  useEffect(() => {
    const { next } = clock.getState();
    clock.setState({ next: null, playing: next?.play ?? false });
    seek(next?.time ?? 0);
    return pause;
  }, [clock, seek, pause]);

  useEffect(() => {
    let frame = 0;
    let last = 0;
    const follow = (now: number): void => {
      const { time, playing } = clock.getState();
      if (playing) {
        const { length: end, onEnd } = range.current;
        const reached = Math.min(end, time + (last > 0 ? (now - last) / 1000 : 0));
        clock.setState({ time: reached, playing: reached < end });
        if (reached >= end) onEnd?.();
      }
      last = now;
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [clock]);

  useImperativeHandle(
    handle,
    () => ({
      seek,
      nudge: (by) => seek(clock.getState().time + by),
      toggle,
      play,
      pause,
      peek: () => undefined,
      faster: () => undefined,
    }),
    [seek, toggle, play, pause, clock],
  );
  return { seek, toggle };
}
