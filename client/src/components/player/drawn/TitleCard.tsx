import type { ReactElement, ReactNode } from 'react';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import {
  CARD,
  CARD_COLOURS,
  CARD_RULE,
  CARD_SHADOW,
  inFaces,
  SUBTITLE_GAP,
  subtitleSize,
  titleLines,
  titleSize,
} from '#film/cards/drawn-text.ts';
import type { Placement } from '#contract/placement.ts';
import type { CardPlace } from '#contract/section-settings.ts';
import { CardWords, type Motion } from './CardWords.tsx';
import { DrawnLine, Pieces } from './DrawnLine.tsx';
import { linesWithin, useFaces } from './lines.ts';

interface TitleCardProps {
  title: string;
  /** An empty text draws no subtitle. */
  subtitle: string;
  aspect: Aspect;
  placement: Pick<Placement, 'background' | 'cardPlace' | 'cardStyle'>;
  /** When the text appears and disappears. */
  motion: Motion;
  /** An image behind the text, darkened as the text requires. */
  behind?: ReactNode;
}

const PLACED: Record<CardPlace, string> = { top: 'start', middle: 'center', bottom: 'end' };
/**
 * The blur of a browser's shadow is twice the deviation of a Gaussian blur; libass uses 1.18 times its own.
 */
const SHADOW = `0 0 ${(CARD_SHADOW.blur * 2) / 1.18}em rgb(0 0 0 / ${CARD_SHADOW.strength})`;

/**
 * Draws a section's title over its colour or image as the film does. It fills its frame, which has the film's
 * aspect.
 */
export function TitleCard({
  title,
  subtitle,
  aspect,
  placement,
  motion,
  behind = null,
}: TitleCardProps): ReactElement {
  const { background, cardPlace, cardStyle } = placement;
  const { width, height } = SHAPES[aspect];
  const size = titleSize(title, { width, height }, cardStyle);
  const small = subtitleSize(subtitle, size, { width, height });
  const isLoaded = useFaces(`${title} ${subtitle}`);
  const inWidths = (length: number): string => `${(length / width) * 100}cqw`;
  const room = width * (1 - 2 * CARD.margin);
  // Without the film's fonts, the browser would break the lines elsewhere.
  const linesOf = (texts: string[], height: number): string[] | null =>
    isLoaded ? texts.flatMap((line) => linesWithin(line, room / height)) : null;
  const renderLines = (texts: string[], height: number): ReactElement[] | ReactElement =>
    linesOf(texts, height)?.map((line, index) => (
      <DrawnLine key={index} text={line}>
        <Pieces pieces={inFaces(line)} />
      </DrawnLine>
    )) ?? <Pieces pieces={inFaces(texts.join(' '))} />;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is made of letters
      role="img"
      aria-label={subtitle === '' ? title : `${title}, ${subtitle}`}
      className="relative [container-type:size] size-full overflow-hidden"
      style={{ background: CARD_COLOURS[background], color: CARD.text }}
    >
      {behind}
      <CardWords {...motion} size={inWidths(size)}>
        <div
          className="relative grid h-full justify-items-center text-center text-balance"
          style={{
            lineHeight: 1,
            alignContent: PLACED[cardPlace],
            padding: `${CARD.end * 100}cqh ${CARD.margin * 100}cqw`,
            textShadow: behind ? SHADOW : undefined,
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
          <p>{renderLines(titleLines(title), size)}</p>
          {subtitle === '' ? null : (
            <p style={{ fontSize: inWidths(small), marginTop: inWidths(size * SUBTITLE_GAP) }}>
              {renderLines([subtitle], small)}
            </p>
          )}
        </div>
      </CardWords>
    </div>
  );
}
