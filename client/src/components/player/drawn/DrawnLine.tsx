import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { CAPTION_EDGE, CAPTION_GROUND } from '#contract/caption-look.ts';
import { FACES, type inFaces } from '#contract/drawn-text.ts';
import { heightOf } from './lines.ts';

/** The outline of letters, this thick in sizes. Half of a line around letters is under them. */
export const outlined = (outline: number): CSSProperties => ({
  paintOrder: 'stroke fill',
  WebkitTextStroke: `${2 * outline}em ${CAPTION_GROUND.color}`,
});
export const OUTLINED = outlined(CAPTION_EDGE.outline);

/** How many shadows make a round outline: the others fill it behind narrow letters. */
const AROUND = { edge: 32, within: 16 };

/**
 * The outline of letters with round corners, as libass draws it. Browsers draw the stroke of letters with pointed ones,
 * which are far from the letters where the stroke is thick.
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
 * One line with libass's height; its own height comes from a mark beside the letters. These stand where they do in the
 * film, however small they are.
 */
export function DrawnLine({
  text,
  height = heightOf(text),
  behind,
  children,
}: {
  text: string;
  height?: ReturnType<typeof heightOf>;
  /** What is behind the letters, placed from the line's corners. */
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

/** A mark without a width that makes its line this high. */
export const LineHeight = ({ above, below }: ReturnType<typeof heightOf>): ReactElement => (
  <span className="inline-block" style={{ height: `${above + below}em`, verticalAlign: `${-below}em` }} />
);

/** A text with each script in its own font. */
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
