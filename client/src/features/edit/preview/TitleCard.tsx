import type { ReactElement, ReactNode } from 'react';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import { CARD, CARD_COLOURS, CARD_RULE, inFaces, titleLines, titleSize } from '#contract/drawn-text.ts';
import type { Placement } from '#contract/framing.ts';
import type { CardPlace } from '#contract/section-settings.ts';
import { DrawnLine, OUTLINED, Pieces } from '../../../components/player/drawn/DrawnLine.tsx';
import { linesWithin, useFaces } from '../../../components/player/drawn/lines.ts';

interface TitleCardProps {
  title: string;
  aspect: Aspect;
  placement: Pick<Placement, 'background' | 'cardPlace' | 'cardStyle'>;
  /** A picture behind its words, as dark as they need it. */
  behind?: ReactNode;
}

const PLACED: Record<CardPlace, string> = { top: 'start', middle: 'center', bottom: 'end' };

/**
 * A section's title in its place, over its colour or its picture, as in the film; it fills its frame, which has the
 * film's aspect.
 */
export function TitleCard({ title, aspect, placement, behind = null }: TitleCardProps): ReactElement {
  const { background, cardPlace, cardStyle } = placement;
  const { width, height } = SHAPES[aspect];
  const size = titleSize(title, { width, height }, cardStyle) / width;
  const isLoaded = useFaces(title);
  // Without its fonts the browser breaks the lines, in another one.
  const lines = isLoaded
    ? titleLines(title).flatMap((line) => linesWithin(line, (1 - 2 * CARD.margin) / size))
    : null;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is made of letters
      role="img"
      aria-label={title}
      className="relative [container-type:size] size-full overflow-hidden"
      style={{ background: CARD_COLOURS[background], color: CARD.text }}
    >
      {behind}
      <div
        className="relative grid h-full justify-items-center"
        style={{
          fontSize: `${size * 100}cqw`,
          lineHeight: 1,
          alignContent: PLACED[cardPlace],
          padding: `${CARD.end * 100}cqh ${CARD.margin * 100}cqw`,
        }}
      >
        {cardStyle === 'line' ? (
          <span
            style={{
              background: CARD.rule,
              width: `${CARD_RULE.length}em`,
              height: `${CARD_RULE.height}em`,
              marginBottom: `${CARD_RULE.gap}em`,
            }}
          />
        ) : null}
        {/* On the darkest card an outline cannot be seen, and a check of contrast takes its colour for the letters'. */}
        <p
          className="text-center text-balance"
          style={behind || background !== 'dark' ? OUTLINED : undefined}
        >
          {lines?.map((line, index) => (
            <DrawnLine key={index} text={line}>
              <Pieces pieces={inFaces(line)} />
            </DrawnLine>
          )) ?? <Pieces pieces={inFaces(title)} />}
        </p>
      </div>
    </div>
  );
}
