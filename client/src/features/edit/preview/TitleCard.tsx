import type { ReactElement } from 'react';
import type { Aspect } from '#contract/primitives.ts';
import { CARD, CARD_COLOURS, FACES, inFaces, titleSize } from '#contract/drawn-text.ts';
import type { Background } from '#contract/section-settings.ts';
import { heightOf, useTitleLines } from './title-lines.ts';

interface TitleCardProps {
  title: string;
  aspect: Aspect;
  background: Background;
}

/** A section without a picture, as in the film; it fills its frame, which has the film's aspect. */
export function TitleCard({ title, aspect, background }: TitleCardProps): ReactElement {
  const [width, height] = aspect.split(':').map(Number) as [number, number];
  const size = titleSize(title, { width, height }) / width;
  const lines = useTitleLines(title, (1 - 2 * CARD.margin) / size);
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
        {lines?.map((line, index) => <Line key={index} text={line} />) ?? <Pieces text={title} />}
      </p>
    </div>
  );
}

/** One line with libass's height; its own height comes from a mark beside the letters. */
function Line({ text }: { text: string }): ReactElement {
  const { above, below } = heightOf(text);
  return (
    <span className="flex justify-center leading-0 whitespace-pre">
      <span>
        <span
          className="inline-block"
          style={{ height: `${above + below}em`, verticalAlign: `${-below}em` }}
        />
        <Pieces text={text} />
      </span>
    </span>
  );
}

/** A text with each script in its own font. */
function Pieces({ text }: { text: string }): ReactElement[] {
  return inFaces(text).map((piece, index) => {
    const { family, scale, ascent, descent } = FACES[piece.face];
    return (
      <span
        key={index}
        style={{ fontFamily: `"${family}", var(--font-sans)`, fontSize: `${scale / (ascent + descent)}em` }}
      >
        {piece.text}
      </span>
    );
  });
}
