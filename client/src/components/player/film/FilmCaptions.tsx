import { useMemo, type CSSProperties, type ReactElement } from 'react';
import { useStore } from 'zustand';
import {
  CAPTION_DIM,
  CAPTION_EDGE,
  CAPTION_GROUND,
  CAPTION_INK,
  type CaptionLook,
  type CaptionPlace,
  captionPlaceOn,
  captionShape,
} from '#contract/caption-look.ts';
import { wordsInFaces } from '#contract/drawn-text.ts';
import type { Aspect } from '#contract/primitives.ts';
import type { Clock } from '../clock.ts';
import { DrawnLine, Pieces } from '../drawn/DrawnLine.tsx';
import { linesWithin, useFaces } from '../drawn/lines.ts';

/** A caption; times in seconds of the film. */
export interface FilmCue {
  start: number;
  end: number;
  lines: string[];
  /** When each word of the lines is lit. */
  words: { start: number; end: number }[];
  /** Over the title of a card. */
  onCard: boolean;
}

interface FilmCaptionsProps {
  clock: Clock;
  /** From the clock's seconds to those of the cues; the same by default. */
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
/** Half of a line around letters is under them. */
const OUTLINE = `${2 * CAPTION_EDGE.outline}em ${CAPTION_GROUND.color}`;
const GROUND = `color-mix(in srgb, ${CAPTION_GROUND.color} ${(1 - CAPTION_GROUND.clear) * 100}%, transparent)`;

/** The captions of a film, as it draws them and where. */
export function FilmCaptions(props: FilmCaptionsProps): ReactElement | null {
  const { clock, secondOf = same, cues, look, aspect } = props;
  const cue = useStore(clock, ({ time }) => cues.find(isAt(secondOf(time))));
  const lit = useStore(clock, ({ time }) => cue?.words.findIndex(isAt(secondOf(time))) ?? -1);
  const isLoaded = useFaces(useMemo(() => cues.flatMap(({ lines }) => lines).join(' '), [cues]));
  if (!cue) return null;
  const [width, height] = aspect.split(':').map(Number) as [number, number];
  const { size, side, end } = captionShape(look, { width, height });
  const inWidths = (length: number): string => `${(length / width) * 100}cqw`;
  const { captionStyle } = look;
  const ink = CAPTION_INK[look.captionColor];
  const room = (width - 2 * side) / size;
  const lines = isLoaded ? cue.lines.flatMap((line) => linesWithin(line, room)) : cue.lines;
  let word = 0;
  return (
    <div className="pointer-events-none absolute inset-0 z-4 [container-type:size]">
      <div
        className="flex h-full flex-col items-center"
        style={{
          justifyContent: ALIGNED[captionPlaceOn(look, cue.onCard)],
          padding: `${inWidths(end)} ${inWidths(side)}`,
        }}
      >
        <p
          data-film-caption
          className="relative text-center"
          style={{
            fontSize: inWidths(size),
            color: ink,
            ...(captionStyle !== 'boxed' && { paintOrder: 'stroke fill', WebkitTextStroke: OUTLINE }),
          }}
        >
          {captionStyle === 'boxed' ? (
            <span className="absolute" style={{ inset: `-${CAPTION_EDGE.padding}em`, background: GROUND }} />
          ) : null}
          {lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a caption's lines stay in their order
            <span key={index} className="relative block">
              <DrawnLine text={line}>
                {wordsInFaces(line).map((pieces) => {
                  const at = word++;
                  const color = captionStyle === 'words' && at !== lit ? CAPTION_DIM : ink;
                  return (
                    <span key={at} style={{ color }}>
                      <Pieces pieces={pieces} />
                    </span>
                  );
                })}
              </DrawnLine>
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}
