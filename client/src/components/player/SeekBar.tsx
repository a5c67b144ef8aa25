import { useRef, type ReactElement, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Slider } from 'radix-ui';
import { useStore } from 'zustand';
import { minutesSeconds, positionTime } from '../../lib/format.ts';
import { type Clock, movedBy, playedBetween, playedFrom, UNCUT } from './clock.ts';
import type { MediaOptions } from './use-media.ts';

interface SeekBarProps {
  clock: Clock;
  start: number;
  end: number;
  marks?: number[] | undefined;
  cuts?: MediaOptions['cuts'];
  onSeek: (time: number) => void;
  /** Elements drawn behind the bar, such as a waveform. */
  behind?: ReactNode;
}

export function SeekBar(props: SeekBarProps): ReactElement {
  const { clock, start, end, marks, cuts = UNCUT, onSeek, behind } = props;
  // A tenth of a second is finer than a pixel of the bar, except in the shortest parts.
  const time = useStore(clock, (state) => Math.round(state.time * 20) / 20);
  const length = Math.max(0.1, end - start);
  const before = useRef(time);
  const byKey = useRef(false);
  // A key steps over a cut. A pointer in one goes to its end, where playing continues.
  const seek = (to: number): void =>
    onSeek(byKey.current ? movedBy(time, to - time, cuts) : playedFrom(to, cuts));
  return (
    <Slider.Root
      min={start}
      max={end}
      step={0.05}
      value={[Math.max(start, Math.min(end, time))]}
      onValueChange={([value]) => value !== undefined && seek(value)}
      onKeyDownCapture={() => {
        byKey.current = true;
      }}
      onPointerDownCapture={() => {
        byKey.current = false;
        before.current = clock.getState().time;
      }}
      // The finger scrolls the page instead of seeking.
      onPointerCancel={() => onSeek(before.current)}
      className={clsx(
        'group relative flex w-full touch-pan-y items-center in-data-slim:hidden',
        behind ? 'h-8' : 'h-6',
      )}
    >
      {behind ? (
        <span aria-hidden className="absolute inset-0">
          {behind}
        </span>
      ) : null}
      <Slider.Track className="relative h-1 w-full rounded-full bg-white/30">
        <Slider.Range className="absolute h-full rounded-full bg-white" />
        {cuts.map(({ startMs, endMs }) => (
          <span
            key={startMs}
            aria-hidden
            className="bg-stage/75 absolute top-0 h-full"
            style={{
              left: `${(Math.max(0, startMs / 1000 - start) / length) * 100}%`,
              right: `${(Math.max(0, end - endMs / 1000) / length) * 100}%`,
            }}
          />
        ))}
        {marks
          ?.filter((mark) => mark > start + 0.2)
          .map((mark) => (
            <span
              key={mark}
              aria-hidden
              className="bg-stage absolute top-0 h-full w-0.5"
              style={{ left: `${((mark - start) / length) * 100}%` }}
            />
          ))}
      </Slider.Track>
      <Slider.Thumb
        aria-label="Position"
        aria-valuetext={`${positionTime(playedBetween(start, time, cuts))} of ${minutesSeconds(playedBetween(start, end, cuts))}`}
        className="grid size-6 place-items-center rounded-full focus-visible:outline-white"
      >
        <span className="size-3.5 rounded-full bg-white shadow transition-transform duration-[120ms] group-hover:scale-125" />
      </Slider.Thumb>
    </Slider.Root>
  );
}
