import { useEffect, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { clsx } from 'clsx';
import { useStore } from 'zustand';
import type { CaptionLook } from '#contract/caption-look.ts';
import type { Aspect } from '#contract/shapes.ts';
import { Awaited } from '../Awaited.tsx';
import { VideoBackdrop } from '../Backdrop.tsx';
import { Controls } from '../Controls.tsx';
import { Frame } from '../Frame.tsx';
import { SeekBar } from '../SeekBar.tsx';
import { TimeText } from '../TimeText.tsx';
import { useCaptionKey } from '../captions/use-caption-key.ts';
import { useCaptions } from '../captions/use-captions.ts';
import { useFullscreen } from '../use-fullscreen.ts';
import type { Clock } from '../clock.ts';
import type { FilmEngine } from './engine.ts';
import { FilmCaptions, type FilmCue } from './FilmCaptions.tsx';
import { type FilmThird, LowerThirds } from '../drawn/LowerThirds.tsx';
import { FRONT } from './slot.ts';
import { lightAt, opacityAt } from './timeline/shown-at.ts';
import type { FilmTimeline, PlacedPart } from './timeline/timeline.ts';

interface FilmPlayerProps {
  label: string;
  engine: FilmEngine;
  timeline: FilmTimeline;
  aspect: Aspect;
  cues: FilmCue[];
  captionLook: CaptionLook;
  thirds: FilmThird[];
  /** Draws a part that has no video; returns `null` for all other parts. */
  still: (id: string) => ReactNode;
  waveform: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  className?: string | undefined;
}

/** Plays a film that is not rendered yet: its sources one after another, with one clock and one seek bar. */
export function FilmPlayer(props: FilmPlayerProps): ReactElement {
  const {
    label,
    engine,
    timeline,
    aspect,
    cues,
    captionLook,
    thirds,
    still,
    waveform,
    before,
    after,
    className,
  } = props;
  const frame = useRef<HTMLElement>(null);
  const first = useRef<HTMLVideoElement>(null);
  const second = useRef<HTMLVideoElement>(null);
  // During a crossfade two videos play while this one is prepared.
  const third = useRef<HTMLVideoElement>(null);
  const [rate, setRate] = useState(1);
  const [muted, setMuted] = useState(false);
  const { partId, besideId, nextId, waiting, refused, failed, speed } = useStore(engine.state);
  const captions = useCaptions(null);
  useCaptionKey(captions.toggle);
  const [full, toggleFull] = useFullscreen(frame, first);
  useEffect(
    () =>
      engine.attach(
        [first, second, third].map(({ current }) => ({ layer: current!.parentElement!, video: current! })),
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
            <Layer video={third} aspect={aspect} />
            {[...new Set([besideId, partId, nextId])].map((id) => {
              const picture = id === null ? null : still(id);
              return picture ? (
                <Still
                  key={id}
                  clock={engine.clock}
                  place={timeline.parts.get(id!)}
                  isShown={id === partId || id === besideId}
                >
                  {picture}
                </Still>
              ) : null;
            })}
            <Dark clock={engine.clock} timeline={timeline} />
            {failed ? (
              <p className="absolute inset-0 z-4 grid place-items-center bg-black p-4 text-center">
                This section’s video can’t be played here.
              </p>
            ) : null}
          </div>
          <LowerThirds clock={engine.clock} thirds={thirds} aspect={aspect} />
          {captions.on ? (
            <FilmCaptions clock={engine.clock} cues={cues} look={captionLook} aspect={aspect} />
          ) : null}
          <Awaited what="film" refused={refused} waiting={waiting} onPlay={engine.play} />
          {speed === rate ? null : (
            <span className="absolute top-2 left-2 z-5 rounded-md bg-black/70 px-2 py-0.5 text-xs tabular-nums">
              {speed < 0 ? 'Backwards ' : ''}
              {Math.abs(speed)}×
            </span>
          )}
        </div>
      </Frame>
      <div className="px-3 pt-1 pb-2 lg:@container in-data-slim:flex in-data-slim:flex-row-reverse in-data-slim:items-center in-data-slim:p-1">
        <div className="flex items-center gap-3">
          <SeekBar
            clock={engine.clock}
            start={0}
            end={timeline.length}
            marks={marks}
            onSeek={engine.seek}
            behind={waveform}
          />
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

interface StillProps {
  clock: Clock;
  place: PlacedPart | undefined;
  isShown: boolean;
  children: ReactNode;
}

/** A part without a video, with the opacity that its crossfades give it. */
function Still({ clock, place, isShown, children }: StillProps): ReactElement {
  const opacity = useStore(clock, ({ time }) => (place ? opacityAt(place, time) : 1));
  return (
    <div
      className={clsx('absolute inset-0 overflow-hidden bg-black', !isShown && 'invisible')}
      style={{ opacity, zIndex: opacity < 1 ? FRONT + 1 : FRONT }}
    >
      {children}
    </div>
  );
}

/** The black of a dip, over all videos. */
function Dark({ clock, timeline }: { clock: Clock; timeline: FilmTimeline }): ReactElement {
  const light = useStore(clock, ({ time }) => lightAt(timeline, time));
  return (
    <div
      data-film-dark
      className={clsx('pointer-events-none absolute inset-0 z-4 bg-black', light === 1 && 'invisible')}
      style={{ opacity: 1 - light }}
    />
  );
}

/** One of the videos that take turns, on its own backdrop. */
function Layer({ video, aspect }: LayerProps): ReactElement {
  return (
    <div className="group/layer absolute inset-0 overflow-hidden bg-black">
      <div className="hidden group-data-[framing=blurred]/layer:block">
        <VideoBackdrop video={video} aspect={aspect} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions are drawn over it */}
      <video ref={video} crossOrigin="anonymous" playsInline className="absolute inset-0 size-full" />
    </div>
  );
}
