import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { CARD_COLOURS, inFaces } from '#film/cards/drawn-text.ts';
import {
  CREDITS_FADE_MS,
  CREDITS_LOOK,
  CREDITS_TITLES,
  creditsShape,
  pageTimes,
} from '#film/cards/film-credits.ts';
import type { FilmCredit } from '#contract/film-credits.ts';
import type { Language } from '#contract/primitives.ts';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import { useMediaQuery } from '../../../hooks/use-media-query.ts';
import type { Clock } from '../clock.ts';
import { DrawnLine, Pieces } from './DrawnLine.tsx';
import { linesWithin, useFaces } from './lines.ts';

interface CreditsCardProps {
  pages: FilmCredit[][];
  language: Language;
  aspect: Aspect;
  clock: Clock;
  /** When the card begins on the clock, in seconds. */
  start: number;
}

/**
 * Draws the closing card with the film's sources as the film does. It fills its frame, which has the film's
 * aspect.
 */
export function CreditsCard({ pages, language, aspect, clock, start }: CreditsCardProps): ReactElement {
  const times = pageTimes(pages);
  const pageAt = (time: number): number => {
    const index = times.findIndex(({ endMs }) => (time - start) * 1000 < endMs);
    return index < 0 ? times.length - 1 : index;
  };
  const index = useStore(clock, ({ time }) => pageAt(time));
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const opacity = useStore(clock, ({ time, playing }) => {
    const at = (time - start) * 1000;
    // A clock paused at the card's beginning does not show an empty card.
    if (isStill || (!playing && Math.abs(at) < 1)) return 1;
    const { startMs, endMs } = times[pageAt(time)]!;
    return Math.max(0, Math.min(1, (at - startMs) / CREDITS_FADE_MS, (endMs - at) / CREDITS_FADE_MS));
  });
  const title = CREDITS_TITLES[language];
  const isLoaded = useFaces(
    [title, ...pages.flat().flatMap((credit) => [credit.title, credit.detail])].join(' '),
  );
  const { width, height } = SHAPES[aspect];
  const page = pages[index]!;
  const shape = creditsShape(page, { width, height });
  const room = width * (1 - 2 * CREDITS_LOOK.margin);
  const inWidths = (length: number): string => `${(length / width) * 100}cqw`;
  const renderLines = (text: string, size: number, color: string): ReactElement[] =>
    linesWithin(text, room / size).map((line, place) => (
      <span key={place} className="block" style={{ fontSize: inWidths(size), color }}>
        <DrawnLine text={line}>
          <Pieces pieces={inFaces(line)} />
        </DrawnLine>
      </span>
    ));
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is made of letters
      role="img"
      aria-label={title}
      className="[container-type:size] size-full overflow-hidden"
      style={{ background: CARD_COLOURS.dark }}
    >
      {isLoaded ? (
        <div className="grid h-full content-center justify-items-center" style={{ opacity, lineHeight: 1 }}>
          <p style={{ marginBottom: inWidths(shape.afterHeading) }}>
            {renderLines(title, shape.heading, CREDITS_LOOK.heading)}
          </p>
          {page.map((credit, place) => (
            <p
              // oxlint-disable-next-line react/no-array-index-key -- a page's sources stay in their order
              key={place}
              style={{ marginTop: place > 0 ? inWidths(shape.between) : 0 }}
            >
              {renderLines(credit.title, shape.title, CREDITS_LOOK.title)}
              {credit.detail === '' ? null : renderLines(credit.detail, shape.detail, CREDITS_LOOK.detail)}
            </p>
          ))}
        </div>
      ) : null}
    </div>
  );
}
