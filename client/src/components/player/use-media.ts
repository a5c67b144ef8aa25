import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';
import type { Part } from '#contract/cuts.ts';
import { fadeGain } from '#film/time/section-length.ts';
import { type Clock, playedBetween, type PlayerHandle, UNCUT, movedBy } from './clock.ts';

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export interface MediaOptions {
  src: string;
  /** The part to play, in seconds of the file; from 0 by default. */
  start?: number;
  end: number;
  /** The ranges that playing skips, in ms of the file and in order; none by default. */
  cuts?: readonly Part[];
  /** The speed of the part at a playback rate of 1. Its pitch is preserved. */
  speed?: number;
  /** The gain of the part, 0 to 1. */
  volume?: number;
  /** The durations of its audio's fades, in seconds at its speed. */
  fadeIn?: number;
  fadeOut?: number;
  clock: Clock;
  handle?: Ref<PlayerHandle> | undefined;
  /** Called when playing reached the part's end. */
  onEnd?: (() => void) | undefined;
  /** Called with the second at which the file failed. */
  onFail?: ((time: number) => void) | undefined;
}

export interface Media extends PlayerHandle {
  rate: number;
  setRate: (rate: number) => void;
  muted: boolean;
  toggleMuted: () => void;
  waiting: boolean;
  /** Whether the browser requires a press to play, so that nothing plays automatically. */
  refused: boolean;
  events: {
    onPlay: () => void;
    onPause: () => void;
    onEnded: () => void;
    onWaiting: () => void;
    onPlaying: () => void;
    onCanPlay: () => void;
    onSeeked: () => void;
    onLoadedMetadata: () => void;
    onError: () => void;
  };
}

/** Plays one part of a file with a clock. Stops exactly at the part's last frame. */
export function useMedia({
  src,
  start = 0,
  end,
  cuts = UNCUT,
  speed = 1,
  volume = 1,
  fadeIn = 0,
  fadeOut = 0,
  clock,
  handle,
  onEnd,
  onFail,
}: MediaOptions): [RefObject<HTMLVideoElement | null>, Media] {
  const video = useRef<HTMLVideoElement>(null);
  const [rate, setRate] = useState<number>(1);
  const [muted, setMuted] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [refused, setRefused] = useState(false);
  const target = useRef(start);
  const range = useRef({ start, end, cuts, onEnd });
  useEffect(() => {
    range.current = { start, end, cuts, onEnd };
  }, [start, end, cuts, onEnd]);

  // The target of this player's last seek, which the clock reports meanwhile. It is `null` once reached.
  const sought = useRef<number | null>(null);
  const show = useCallback((time: number) => {
    const element = video.current;
    if (!element || element.readyState === 0) return;
    sought.current = time;
    element.currentTime = time;
  }, []);
  const seek = useCallback(
    (time: number) => {
      const clamped = Math.max(range.current.start, Math.min(range.current.end, time));
      target.current = clamped;
      clock.setState({ time: clamped });
      show(clamped);
    },
    [clock, show],
  );

  const play = useCallback(() => {
    const element = video.current;
    if (!element) return;
    if (clock.getState().time >= range.current.end - 0.05) seek(range.current.start);
    // A newer load that interrupts a play is not a failure.
    element.play().catch((error: Error) => {
      if (error.name === 'NotAllowedError') setRefused(true);
    });
  }, [clock, seek]);
  const pause = useCallback(() => video.current?.pause(), []);
  const toggle = useCallback(() => {
    if (video.current?.paused === false) pause();
    else play();
  }, [pause, play]);
  const nudge = useCallback(
    (by: number) => {
      const element = video.current;
      // A pause can stop the video a moment after the clock's last frame. A running seek has not arrived yet.
      const hasPosition = element && element.readyState > 0 && sought.current === null;
      seek(movedBy(hasPosition ? element.currentTime : clock.getState().time, by, range.current.cuts));
    },
    [clock, seek],
  );
  useLayoutEffect(() => {
    if (video.current) video.current.playbackRate = rate * speed;
  }, [rate, speed]);
  useLayoutEffect(() => {
    const follow = ({ time }: { time: number }): void => {
      const [at, length] = [time, end].map((to) => playedBetween(start, to, cuts) / speed);
      const gain = fadeGain(at!, length!, { fadeIn, fadeOut });
      if (video.current) video.current.volume = volume * gain;
    };
    follow(clock.getState());
    return clock.subscribe(follow);
  }, [clock, volume, start, end, cuts, speed, fadeIn, fadeOut]);
  const faster = useCallback((step: 1 | -1) => {
    setRate((current) => RATES[RATES.findIndex((candidate) => candidate === current) + step] ?? current);
  }, []);

  const peek = useCallback((time: number) => show(Math.max(0, time)), [show]);

  // Seeks to the start of another part or file, unless another position was requested.
  useEffect(() => {
    if (!src) return;
    const { next } = clock.getState();
    clock.setState({ next: null });
    seek(next?.time ?? start);
    if (next?.play) play();
  }, [src, start, seek, play, clock]);
  // A player of another kind may replace this one. A removed player must not play.
  useEffect(() => () => clock.setState({ playing: false }), [clock]);

  useFrames(video, clock, range, show);
  useImperativeHandle(handle, () => ({ seek, nudge, toggle, play, pause, peek, faster }), [
    seek,
    nudge,
    toggle,
    play,
    pause,
    peek,
    faster,
  ]);

  const media: Media = {
    seek,
    nudge,
    toggle,
    play,
    pause,
    peek,
    faster,
    rate,
    setRate,
    muted,
    toggleMuted: () => setMuted((current) => !current),
    waiting,
    refused,
    events: {
      onPlay: () => {
        setRefused(false);
        clock.setState({ playing: true });
      },
      onPause: () => {
        const element = video.current;
        // The final position is slightly after the last drawn one.
        const hasPosition = element && element.readyState > 0 && !element.seeking;
        clock.setState({ playing: false, ...(hasPosition ? { time: element.currentTime } : {}) });
      },
      onEnded: () => {
        clock.setState({ playing: false });
        onEnd?.();
      },
      onWaiting: () => setWaiting(true),
      onPlaying: () => setWaiting(false),
      onCanPlay: () => setWaiting(false),
      onSeeked: () => {
        const element = video.current;
        // A seek in between fires its own `seeked`.
        if (!element || element.seeking) return;
        const own = sought.current !== null && (!element.paused || isAt(element, sought.current));
        sought.current = null;
        // Otherwise the change came from media keys or a phone's full-screen controls, which ignore the part.
        if (!own) seek(element.currentTime);
      },
      onLoadedMetadata: () => {
        const element = video.current;
        if (!element) return;
        show(target.current);
        element.playbackRate = rate * speed;
      },
      onError: () => onFail?.(clock.getState().time),
    },
  };
  return [video, media];
}

/** Whether a paused player is at its target. Nothing follows the end. */
const isAt = ({ currentTime, duration }: HTMLVideoElement, time: number): boolean =>
  Math.abs(currentTime - Math.min(time, duration)) < 0.05;

type Range = RefObject<{
  start: number;
  end: number;
  cuts: readonly Part[];
  onEnd?: (() => void) | undefined;
}>;

/** A seek to the end of a skipped range counts as arrived within this distance, in ms. */
const NEAR_MS = 20;

/** Follows the video frame by frame while it plays. */
function useFrames(
  video: RefObject<HTMLVideoElement | null>,
  clock: Clock,
  range: Range,
  skipTo: (time: number) => void,
): void {
  useEffect(() => {
    let frame = 0;
    const follow = (): void => {
      const element = video.current;
      if (!element || element.paused) return;
      const { end, cuts, onEnd } = range.current;
      const ms = element.currentTime * 1000;
      const cut = element.seeking
        ? undefined
        : cuts.find(({ startMs, endMs }) => startMs <= ms && ms < endMs - NEAR_MS);
      if (cut) skipTo(Math.min(end, cut.endMs / 1000));
      if (element.currentTime >= end && element.duration > end + 0.05) {
        element.pause();
        element.currentTime = end;
        clock.setState({ time: end, playing: false });
        onEnd?.();
        return;
      }
      if (!element.seeking) clock.setState({ time: element.currentTime });
      frame = requestAnimationFrame(follow);
    };
    const stop = clock.subscribe((state, before) => {
      if (state.playing && !before.playing) frame = requestAnimationFrame(follow);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [video, clock, range, skipTo]);
}
