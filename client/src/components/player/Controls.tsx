import type { ReactElement, ReactNode } from 'react';
import { Captions, CaptionsOff, Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useStore } from 'zustand';
import type { Clock } from './clock.ts';
import { PlayerButton } from './PlayerButton.tsx';
import { RATES, type Media } from './use-media.ts';

interface ControlsProps {
  media: Pick<Media, 'toggle' | 'rate' | 'setRate' | 'muted' | 'toggleMuted'>;
  clock: Clock;
  /** Whether the part has no audio in the film, so that the mute button has no effect. */
  silent: boolean;
  before?: ReactNode;
  after?: ReactNode;
  captions: { on: boolean; toggle: () => void } | null;
  fullscreen: { on: boolean; toggle: () => void };
}

export function Controls(props: ControlsProps): ReactElement {
  const { media, clock, silent, before, after, captions, fullscreen } = props;
  const playing = useStore(clock, (state) => state.playing);
  return (
    <div className="flex flex-wrap items-center gap-1">
      <span className="contents in-data-slim:hidden">{before}</span>
      <PlayerButton label={playing ? 'Pause' : 'Play'} onClick={media.toggle}>
        {playing ? <Pause aria-hidden size={20} /> : <Play aria-hidden size={20} />}
      </PlayerButton>
      <span className="contents in-data-slim:hidden">{after}</span>
      <span className="ml-auto flex items-center gap-1 in-data-slim:hidden">
        <label>
          <span className="sr-only">Speed</span>
          <select
            value={media.rate}
            onChange={(event) => media.setRate(Number(event.target.value))}
            className="h-8 rounded-md bg-transparent px-1 text-xs tabular-nums hover:bg-white/15 focus-visible:outline-white"
          >
            {RATES.map((rate) => (
              <option key={rate} value={rate} className="text-black">
                {rate}×
              </option>
            ))}
          </select>
        </label>
        <PlayerButton
          label={silent ? 'Muted in the film' : media.muted ? 'Unmute' : 'Mute'}
          inactive={silent}
          onClick={media.toggleMuted}
        >
          {media.muted || silent ? <VolumeX aria-hidden size={18} /> : <Volume2 aria-hidden size={18} />}
        </PlayerButton>
        {captions ? (
          <PlayerButton label="Captions (C)" pressed={captions.on} onClick={captions.toggle}>
            {captions.on ? <Captions aria-hidden size={18} /> : <CaptionsOff aria-hidden size={18} />}
          </PlayerButton>
        ) : null}
        <PlayerButton label={fullscreen.on ? 'Exit full screen' : 'Full screen'} onClick={fullscreen.toggle}>
          {fullscreen.on ? <Minimize aria-hidden size={18} /> : <Maximize aria-hidden size={18} />}
        </PlayerButton>
      </span>
    </div>
  );
}
