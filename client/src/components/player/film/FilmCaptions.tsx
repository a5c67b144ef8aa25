import { useMemo, type CSSProperties, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { type BesideCaption, captionPlaceOn, captionShape } from '#film/captions/caption-look.ts';
import type { CaptionLook, CaptionPlace } from '#contract/caption-look.ts';
import { areLinesFixed } from '#film/captions/caption-lines.ts';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import type { Clock } from '../clock.ts';
import { CaptionText } from '../drawn/CaptionText.tsx';
import { linesWithin, useFaces } from '../drawn/lines.ts';

/** A caption, with times in seconds of the film. */
export interface FilmCue {
  start: number;
  end: number;
  lines: string[];
  /** When each word of the lines is highlighted. */
  words: { start: number; end: number }[];
  beside: BesideCaption;
  /**
   * Returns the caption's opacity at a second of the film, 0 to 1. It fades with the video of its section.
   */
  seen: (time: number) => number;
}

interface FilmCaptionsProps {
  clock: Clock;
  /** Converts the clock's seconds to seconds of the cues; the identity by default. */
  secondOf?: (time: number) => number;
  cues: FilmCue[];
  look: CaptionLook;
  aspect: Aspect;
}

const ALIGNED: Record<CaptionPlace, CSSProperties['justifyContent']> = {
  top: 'flex-start',
  middle: 'center',
  bottom: 'flex-end',
};
const same = (time: number): number => time;
const isAt =
  (time: number) =>
  ({ start, end }: { start: number; end: number }): boolean =>
    time >= start && time < end;

/** Draws the captions of a film at their place. During a crossfade, those of both parts are visible. */
export function FilmCaptions(props: FilmCaptionsProps): ReactElement {
  const { clock, secondOf = same, cues, look, aspect } = props;
  const visible = useStore(
    clock,
    useShallow(({ time }) => cues.filter(isAt(secondOf(time)))),
  );
  const isLoaded = useFaces(useMemo(() => cues.flatMap(({ lines }) => lines).join(' '), [cues]));
  return (
    <>
      {visible.map((cue) => (
        <Caption
          key={`${cue.start} ${cue.lines.join(' ')}`}
          cue={cue}
          clock={clock}
          secondOf={secondOf}
          look={look}
          aspect={aspect}
          isLoaded={isLoaded}
        />
      ))}
    </>
  );
}

interface CaptionProps extends Required<Omit<FilmCaptionsProps, 'cues'>> {
  cue: FilmCue;
  /** Whether the film's fonts are loaded. */
  isLoaded: boolean;
}

function Caption({ cue, clock, secondOf, look, aspect, isLoaded }: CaptionProps): ReactElement {
  const lit = useStore(clock, ({ time }) => cue.words.findIndex(isAt(secondOf(time))));
  const opacity = useStore(clock, ({ time }) => cue.seen(secondOf(time)));
  const { width, height } = SHAPES[aspect];
  const { size, side, top, bottom } = captionShape(look, { width, height });
  const inWidths = (length: number): string => `${(length / width) * 100}cqw`;
  const room = (width - 2 * side) / size;
  const isBroken = isLoaded && !areLinesFixed(look);
  const lines = isBroken ? cue.lines.flatMap((line) => linesWithin(line, room)) : cue.lines;
  return (
    <div className="pointer-events-none absolute inset-0 z-4 [container-type:size]" style={{ opacity }}>
      <div
        className="flex h-full flex-col items-center"
        style={{
          justifyContent: ALIGNED[captionPlaceOn(look, cue.beside)],
          padding: `${inWidths(top)} ${inWidths(side)} ${inWidths(bottom)}`,
        }}
      >
        <p data-film-caption>
          <CaptionText lines={lines} look={look} spoken={lit < 0 ? null : lit} size={inWidths(size)} />
        </p>
      </div>
    </div>
  );
}
