import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { CAPTION_EDGE, CAPTION_GROUND } from '#film/captions/caption-look.ts';
import { FACES, type inFaces } from '#film/cards/drawn-text.ts';
import { heightOf } from './lines.ts';

/** An outline of letters, in font sizes. Half of each stroke is hidden under the letters. */
export const outlined = (outline: number): CSSProperties => ({
  paintOrder: 'stroke fill',
  WebkitTextStroke: `${2 * outline}em ${CAPTION_GROUND.color}`,
});
export const OUTLINED = outlined(CAPTION_EDGE.outline);

/** The number of shadows that form a round outline. Further shadows fill it behind narrow letters. */
const AROUND = { edge: 32, within: 16 };

/**
 * Draws an outline with round corners as libass does. Browsers stroke letters with pointed corners, which
 * extend far from the letters if the stroke is thick.
 */
export function roundOutline(outline: number): CSSProperties {
  const ring = (radius: number, shadows: number): string[] =>
    Array.from({ length: shadows }, (_, index) => {
      const angle = (2 * Math.PI * index) / shadows;
      const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => (radius * part).toFixed(4));
      return `${x}em ${y}em ${CAPTION_GROUND.color}`;
    });
  return { textShadow: [...ring(outline, AROUND.edge), ...ring(outline / 2, AROUND.within)].join(', ') };
}

/** The colour of a box behind lines. */
export const GROUND = `color-mix(in srgb, ${CAPTION_GROUND.color} ${(1 - CAPTION_GROUND.clear) * 100}%, transparent)`;

/**
 * Draws one line with libass's line height, which a marker beside the letters enforces. The letters are
 * placed as in the film at every size.
 */
export function DrawnLine({
  text,
  height = heightOf(text),
  behind,
  children,
}: {
  text: string;
  height?: ReturnType<typeof heightOf>;
  /** Elements behind the letters, placed relative to the line's corners. */
  behind?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <span className="flex justify-center leading-0 whitespace-pre [text-rendering:geometricPrecision]">
      <span className="relative">
        {behind}
        <LineHeight {...height} />
        {children}
      </span>
    </span>
  );
}

/** A marker without width that gives its line this height. */
export const LineHeight = ({ above, below }: ReturnType<typeof heightOf>): ReactElement => (
  <span className="inline-block" style={{ height: `${above + below}em`, verticalAlign: `${-below}em` }} />
);

/** A text in which each script has its own font. */
export function Pieces({ pieces }: { pieces: ReturnType<typeof inFaces> }): ReactElement[] {
  return pieces.map((piece, index) => {
    const { family, scale, ascent, descent } = FACES[piece.face];
    return (
      <span
        // oxlint-disable-next-line react/no-array-index-key -- a text's pieces stay in their order
        key={index}
        style={{ fontFamily: `"${family}", var(--font-sans)`, fontSize: `${scale / (ascent + descent)}em` }}
      >
        {piece.text}
      </span>
    );
  });
}
