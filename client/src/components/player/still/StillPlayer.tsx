import type { ReactElement, ReactNode, Ref } from 'react';
import { Pause, Play } from 'lucide-react';
import { clsx } from 'clsx';
import { useStore } from 'zustand';
import type { Aspect } from '#contract/shapes.ts';
import type { Clock, PlayerHandle } from '../clock.ts';
import { Frame } from '../Frame.tsx';
import { PlayerButton } from '../PlayerButton.tsx';
import { SeekBar } from '../SeekBar.tsx';
import { TimeText } from '../TimeText.tsx';
import { useStill } from './use-still.ts';

interface StillPlayerProps {
  label: string;
  /** The duration, in seconds. */
  length: number;
  clock: Clock;
  handle?: Ref<PlayerHandle>;
  onEnd?: () => void;
  before?: ReactNode;
  after?: ReactNode;
  className?: string | undefined;
  /** The image's aspect, in a frame of 16:9. */
  aspect: Aspect;
  children: ReactNode;
}

/** Plays one image or one title card. Another image or card needs another `key`. */
export function StillPlayer(props: StillPlayerProps): ReactElement {
  const { label, length, clock, handle, onEnd, before, after, className, aspect, children } = props;
  const still = useStill({ length, clock, handle, onEnd });
  const playing = useStore(clock, (state) => state.playing);
  return (
    <section
      aria-label={label}
      className={clsx(
        'bg-stage flex flex-col overflow-hidden rounded-lg text-white in-data-slim:flex-row in-data-slim:items-center',
        className,
      )}
    >
      <Frame aspect={aspect}>
        <div className="relative size-full overflow-hidden bg-black">{children}</div>
      </Frame>
      <div className="px-3 pt-1 pb-2 lg:@container in-data-slim:flex in-data-slim:flex-row-reverse in-data-slim:items-center in-data-slim:p-1">
        <div className="flex items-center gap-3">
          <SeekBar clock={clock} start={0} end={length} onSeek={still.seek} />
          <TimeText clock={clock} start={0} end={length} />
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <span className="contents in-data-slim:hidden">{before}</span>
          <PlayerButton label={playing ? 'Pause' : 'Play'} onClick={still.toggle}>
            {playing ? <Pause aria-hidden size={20} /> : <Play aria-hidden size={20} />}
          </PlayerButton>
          <span className="contents in-data-slim:hidden">{after}</span>
        </div>
      </div>
    </section>
  );
}
