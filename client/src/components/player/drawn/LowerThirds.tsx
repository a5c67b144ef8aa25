import { useMemo, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { CARD, inFaces } from '#film/cards/drawn-text.ts';
import { LOWER_FADE_MS, LOWER_RULE, lowerShape } from '#film/cards/lower-third.ts';
import type { LowerThird } from '#contract/lower-third.ts';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import type { Clock } from '../clock.ts';
import { DrawnLine, GROUND, OUTLINED, Pieces } from './DrawnLine.tsx';
import { linesWithin, useFaces } from './lines.ts';

/** A lower third, with times in seconds of the film. */
export interface FilmThird extends Pick<LowerThird, 'name' | 'detail' | 'style'> {
  start: number;
  end: number;
  /** When its section ends, if that is earlier than the lower third's own end. */
  until: number;
  /** Returns the opacity of the section's video at a second of the film, 0 to 1. */
  seen: (time: number) => number;
}

interface LowerThirdsProps {
  clock: Clock;
  /** Converts the clock's seconds to seconds of the film; the identity by default. */
  secondOf?: (time: number) => number;
  thirds: FilmThird[];
  aspect: Aspect;
}

const same = (time: number): number => time;
const FADE = LOWER_FADE_MS / 1000;

/** Draws the lower thirds of a film. During a crossfade, those of both parts are visible. */
export function LowerThirds(props: LowerThirdsProps): ReactElement | null {
  const { clock, secondOf = same, thirds, aspect } = props;
  const visible = useStore(
    clock,
    useShallow(({ time }) => {
      const second = secondOf(time);
      return thirds.filter(({ start, end, until }) => second >= start && second < Math.min(end, until));
    }),
  );
  const isLoaded = useFaces(
    useMemo(() => thirds.map(({ name, detail }) => name + detail).join(' '), [thirds]),
  );
  if (!isLoaded) return null;
  return (
    <>
      {visible.map((third) => (
        <Third key={third.start} third={third} clock={clock} secondOf={secondOf} aspect={aspect} />
      ))}
    </>
  );
}

interface ThirdProps extends Required<Omit<LowerThirdsProps, 'thirds'>> {
  third: FilmThird;
}

function Third({ third, clock, secondOf, aspect }: ThirdProps): ReactElement {
  const opacity = useStore(clock, ({ time }) => {
    const second = secondOf(time);
    const faded = Math.max(0, Math.min(1, (second - third.start) / FADE, (third.end - second) / FADE));
    return faded * third.seen(second);
  });
  const { width, height } = SHAPES[aspect];
  const shape = lowerShape(third, { width, height });
  const inWidths = (length: number): string => `${(length / width) * 100}cqw`;
  const lines = ([third.name, third.detail] as const).flatMap((text, index) => {
    const size = index === 0 ? shape.name : shape.detail;
    return text === ''
      ? []
      : linesWithin(text, (width - 2 * shape.side) / size).map((line) => ({ line, size }));
  });
  return (
    <div className="pointer-events-none absolute inset-0 z-4 [container-type:size]">
      <div
        className="flex h-full flex-col items-start justify-end"
        style={{ padding: `0 ${inWidths(shape.side)} ${inWidths(shape.end)}`, opacity }}
      >
        <p data-lower-third className="relative" style={{ color: CARD.text }}>
          {third.style ? null : (
            <span className="absolute" style={{ inset: `-${inWidths(shape.padding)}`, background: GROUND }} />
          )}
          {third.style === 'line' ? <Rule size={inWidths(shape.name)} /> : null}
          {lines.map(({ line, size }, index) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- its lines stay in their order
              key={index}
              className="relative flex"
              style={{ fontSize: inWidths(size), ...(third.style && OUTLINED) }}
            >
              <DrawnLine text={line}>
                <Pieces pieces={inFaces(line)} />
              </DrawnLine>
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}

/** The accent line over a name of this size. */
const Rule = ({ size }: { size: string }): ReactElement => (
  <span
    className="block"
    style={{
      fontSize: size,
      width: `${LOWER_RULE.length}em`,
      height: `${LOWER_RULE.height}em`,
      marginBottom: `${LOWER_RULE.gap}em`,
      background: CARD.rule,
    }}
  />
);
