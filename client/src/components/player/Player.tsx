import { useRef, type ReactElement, type ReactNode } from 'react';
import { clsx } from 'clsx';
import type { Aspect } from '#contract/shapes.ts';
import { type Placement, UNFRAMED } from '#contract/placement.ts';
import { Awaited } from './Awaited.tsx';
import { pictureStyle, VideoBackdrop } from './Backdrop.tsx';
import { Controls } from './Controls.tsx';
import { Frame } from './Frame.tsx';
import { TimeText } from './TimeText.tsx';
import { SeekBar } from './SeekBar.tsx';
import { useCaptionKey } from './captions/use-caption-key.ts';
import { useCaptions, type Captions } from './captions/use-captions.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { UNCUT } from './clock.ts';
import { type MediaOptions, useMedia } from './use-media.ts';

interface PlayerProps extends MediaOptions {
  label: string;
  poster?: string | undefined;
  /** Seconds to mark on the seek bar. */
  marks?: number[];
  captions?: Captions | null;
  /** Whether the part has no audio in the film. */
  silent?: boolean;
  /** The video's aspect, in a frame of 16:9. */
  aspect?: Aspect;
  /** The way in which the video fills that shape. */
  placement?: Placement;
  /** Elements over the video. */
  over?: ReactNode;
  /** Buttons beside Play, such as the one to the next section. */
  before?: ReactNode;
  after?: ReactNode;
  className?: string;
}

/**
 * The player of all screens: a video, a seek bar and a row of controls, all reachable by keyboard. Inside
 * `data-slim` it becomes one line with a small video, Play and the time.
 */
export function Player(props: PlayerProps): ReactElement {
  const {
    label,
    src,
    poster,
    start = 0,
    end,
    clock,
    marks,
    cuts = UNCUT,
    captions = null,
    silent = false,
    aspect = '16:9',
    placement = UNFRAMED,
    over,
    before,
    after,
    className,
  } = props;
  const frame = useRef<HTMLElement>(null);
  const [video, media] = useMedia(props);
  const { on, toggle, apply } = useCaptions(captions);
  useCaptionKey(captions ? toggle : null);
  const [full, toggleFull] = useFullscreen(frame, video);
  return (
    <section
      ref={frame}
      aria-label={label}
      className={clsx(
        'bg-stage flex flex-col overflow-hidden rounded-lg text-white [&:fullscreen]:rounded-none in-data-slim:flex-row in-data-slim:items-center',
        className,
      )}
    >
      <Frame aspect={aspect}>
        {placement.framing === 'blurred' ? (
          <VideoBackdrop video={video} aspect={aspect} />
        ) : placement.bars ? (
          <div className="absolute inset-0 bg-black" />
        ) : null}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the spoken words stand beside the player; keys have the Play button */}
        <video
          ref={video}
          src={src}
          poster={poster}
          muted={media.muted || silent}
          playsInline
          preload="metadata"
          onClick={media.toggle}
          className={clsx('relative size-full', placement.framing !== 'blurred' && 'bg-black')}
          style={pictureStyle(placement)}
          {...media.events}
          onLoadedMetadata={() => {
            media.events.onLoadedMetadata();
            // A browser selects the tracks of each file again.
            apply(video.current?.querySelector('track')?.track);
          }}
        >
          {captions ? (
            <track
              key={captions.src}
              ref={(element) => apply(element?.track)}
              kind="captions"
              src={captions.src}
              srcLang={captions.srcLang}
              label={captions.label}
            />
          ) : null}
        </video>
        {over}
        <Awaited what="video" refused={media.refused} waiting={media.waiting} onPlay={media.play} />
      </Frame>
      <div className="px-3 pt-1 pb-2 lg:@container in-data-slim:flex in-data-slim:flex-row-reverse in-data-slim:items-center in-data-slim:p-1">
        <div className="flex items-center gap-3">
          <SeekBar clock={clock} start={start} end={end} marks={marks} cuts={cuts} onSeek={media.seek} />
          <TimeText clock={clock} start={start} end={end} cuts={cuts} />
        </div>
        <Controls
          media={media}
          clock={clock}
          silent={silent}
          before={before}
          after={after}
          captions={captions ? { on, toggle } : null}
          fullscreen={{ on: full, toggle: toggleFull }}
        />
      </div>
    </section>
  );
}
