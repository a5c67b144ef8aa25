import type { ReactElement } from 'react';
import type { Aspect } from '#contract/primitives.ts';
import { CARD, CARD_COLOURS, inFaces, titleSize } from '#contract/drawn-text.ts';
import type { Background } from '#contract/section-settings.ts';
import { DrawnLine, Pieces } from '../../../components/player/drawn/DrawnLine.tsx';
import { linesWithin, useFaces } from '../../../components/player/drawn/lines.ts';

interface TitleCardProps {
  title: string;
  aspect: Aspect;
  background: Background;
}

/** A section without a picture, as in the film; it fills its frame, which has the film's aspect. */
export function TitleCard({ title, aspect, background }: TitleCardProps): ReactElement {
  const [width, height] = aspect.split(':').map(Number) as [number, number];
  const size = titleSize(title, { width, height }) / width;
  const isLoaded = useFaces(title);
  // Without its fonts the browser breaks the lines, in another one.
  const lines = isLoaded ? linesWithin(title, (1 - 2 * CARD.margin) / size) : null;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is made of letters
      role="img"
      aria-label={title}
      className="[container-type:size] grid size-full place-items-center overflow-hidden"
      style={{ background: CARD_COLOURS[background], color: CARD.text }}
    >
      <p
        className="text-center text-balance"
        style={{ fontSize: `${size * 100}cqw`, lineHeight: 1, maxWidth: `${(1 - 2 * CARD.margin) * 100}%` }}
      >
        {lines?.map((line, index) => (
          <DrawnLine key={index} text={line}>
            <Pieces pieces={inFaces(line)} />
          </DrawnLine>
        )) ?? <Pieces pieces={inFaces(title)} />}
      </p>
    </div>
  );
}
