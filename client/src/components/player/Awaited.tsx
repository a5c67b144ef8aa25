import type { ReactElement } from 'react';
import { Play } from 'lucide-react';
import { Spinner } from '../ui/display/Spinner.tsx';

interface AwaitedProps {
  what: 'video' | 'film';
  /** Whether the browser requires a press to play. */
  refused: boolean;
  waiting: boolean;
  onPlay: () => void;
}

/** Shows over the video what a player waits for: a press, or its media. */
export function Awaited({ what, refused, waiting, onPlay }: AwaitedProps): ReactElement | null {
  if (refused) {
    return (
      <span className="absolute inset-0 z-5 grid place-items-center bg-black/30">
        <button
          type="button"
          onClick={onPlay}
          className="grid size-18 place-items-center rounded-full bg-white text-[#0d0f14] shadow-lg hover:bg-white/90 focus-visible:outline-white"
        >
          <Play aria-hidden size={32} className="translate-x-0.5 fill-current" />
          <span className="sr-only">Play the {what}</span>
        </button>
      </span>
    );
  }
  return waiting ? (
    <span className="pointer-events-none absolute inset-0 z-5 grid place-items-center">
      <Spinner size={32} />
    </span>
  ) : null;
}
