import { useEffect, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { Play } from 'lucide-react';
import { clsx } from 'clsx';
import { useStore } from 'zustand';
import type { CaptionLook } from '#contract/caption-look.ts';
import type { Aspect } from '#contract/primitives.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { VideoBackdrop } from '../Backdrop.tsx';
import { Controls } from '../Controls.tsx';
import { Frame } from '../Frame.tsx';
import { SeekBar } from '../SeekBar.tsx';
import { TimeText } from '../TimeText.tsx';
import { useCaptionKey } from '../captions/use-caption-key.ts';
import { useCaptions } from '../captions/use-captions.ts';
import { useFullscreen } from '../use-fullscreen.ts';
import type { FilmEngine } from './engine.ts';
import { FilmCaptions, type FilmCue } from './FilmCaptions.tsx';
import type { FilmTimeline } from './timeline.ts';

interface FilmPlayerProps {
  label: string;
  engine: FilmEngine;
  timeline: FilmTimeline;
  aspect: Aspect;
  cues: FilmCue[];
  captionLook: CaptionLook;
  /** Draws a part without a video; null for the others. */
  still: (id: string) => ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  className?: string | undefined;
}

/** The player of a film that is not rendered yet: its sources one after another, with one clock and one bar. */
export function FilmPlayer(props: FilmPlayerProps): ReactElement {
  const { label, engine, timeline, aspect, cues, captionLook, still, before, after, className } = props;
  const frame = useRef<HTMLElement>(null);
  const first = useRef<HTMLVideoElement>(null);
  const second = useRef<HTMLVideoElement>(null);
  const [rate, setRate] = useState(1);
  const [muted, setMuted] = useState(false);
  const { partId, nextId, waiting, refused, failed, speed } = useStore(engine.state);
  const captions = useCaptions(null);
  useCaptionKey(captions.toggle);
  const [full, toggleFull] = useFullscreen(frame, first);
  useEffect(
    () =>
      engine.attach(
        [first, second].map(({ current }) => ({ layer: current!.parentElement!, video: current! })),
      ),
    [engine],
  );
  const marks = [...timeline.parts.values()].map(({ start }) => start);
  return (
    <section
      ref={frame}
      aria-label={label}
      className={clsx(
        'bg-stage flex flex-col overflow-hidden rounded-lg text-white [&:fullscreen]:rounded-none',
        className,
      )}
    >
      <Frame aspect={aspect}>
        <div className="absolute inset-0 isolate overflow-hidden bg-black">
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys have the Play button */}
          <div className="absolute inset-0" onClick={engine.toggle}>
            <Layer video={first} aspect={aspect} />
            <Layer video={second} aspect={aspect} />
            {[partId, nextId].map((id) => {
              const picture = id === null ? null : still(id);
              return picture ? (
                <div
                  key={id}
                  className={clsx(
                    'absolute inset-0 z-2 overflow-hidden bg-black',
                    id !== partId && 'invisible',
                  )}
                >
                  {picture}
                </div>
              ) : null;
            })}
            {failed ? (
              <p className="absolute inset-0 z-4 grid place-items-center bg-black p-4 text-center">
                The video of this section cannot be played here.
              </p>
            ) : null}
          </div>
          {captions.on ? (
            <FilmCaptions clock={engine.clock} cues={cues} look={captionLook} aspect={aspect} />
          ) : null}
          {refused ? (
            <span className="absolute inset-0 z-5 grid place-items-center bg-black/30">
              <button
                type="button"
                onClick={engine.play}
                className="grid size-18 place-items-center rounded-full bg-white text-[#0d0f14] shadow-lg hover:bg-white/90 focus-visible:outline-white"
              >
                <Play aria-hidden size={32} className="translate-x-0.5 fill-current" />
                <span className="sr-only">Play the film</span>
              </button>
            </span>
          ) : null}
          {waiting && !refused ? (
            <span className="pointer-events-none absolute inset-0 z-5 grid place-items-center">
              <Spinner size={32} />
            </span>
          ) : null}
          {speed === rate ? null : (
            <span className="absolute top-2 left-2 z-5 rounded-md bg-black/70 px-2 py-0.5 text-xs tabular-nums">
              {speed < 0 ? 'Backwards ' : ''}
              {Math.abs(speed)}×
            </span>
          )}
        </div>
      </Frame>
      <div className="px-3 pt-1 pb-2">
        <div className="flex items-center gap-3">
          <SeekBar clock={engine.clock} start={0} end={timeline.length} marks={marks} onSeek={engine.seek} />
          <TimeText clock={engine.clock} start={0} end={timeline.length} />
        </div>
        <Controls
          media={{
            toggle: engine.toggle,
            rate,
            setRate: (next) => {
              setRate(next);
              engine.setRate(next);
            },
            muted,
            toggleMuted: () => {
              setMuted(!muted);
              engine.setMuted(!muted);
            },
          }}
          clock={engine.clock}
          silent={false}
          before={before}
          after={after}
          captions={{ on: captions.on, toggle: captions.toggle }}
          fullscreen={{ on: full, toggle: toggleFull }}
        />
      </div>
    </section>
  );
}

interface LayerProps {
  video: RefObject<HTMLVideoElement | null>;
  aspect: Aspect;
}

/** One of the two videos that take turns, on its own backdrop. */
function Layer({ video, aspect }: LayerProps): ReactElement {
  return (
    <div className="group/layer absolute inset-0 overflow-hidden bg-black">
      <div className="hidden group-data-[framing=blurred]/layer:block">
        <VideoBackdrop video={video} aspect={aspect} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions are drawn over it */}
      <video ref={video} playsInline className="absolute inset-0 size-full" />
    </div>
  );
}
