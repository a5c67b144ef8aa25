import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { CAPTION_EDGE, CAPTION_GROUND } from '#contract/caption-look.ts';
import { FACES, type inFaces } from '#contract/drawn-text.ts';
import { heightOf } from './lines.ts';

/** The outline of letters. Half of a line around letters is under them. */
export const OUTLINED: CSSProperties = {
  paintOrder: 'stroke fill',
  WebkitTextStroke: `${2 * CAPTION_EDGE.outline}em ${CAPTION_GROUND.color}`,
};

/** The colour of a box behind lines. */
export const GROUND = `color-mix(in srgb, ${CAPTION_GROUND.color} ${(1 - CAPTION_GROUND.clear) * 100}%, transparent)`;

/**
 * One line with libass's height; its own height comes from a mark beside the letters. These stand where they do in the
 * film, however small they are.
 */
export function DrawnLine({ text, children }: { text: string; children: ReactNode }): ReactElement {
  const { above, below } = heightOf(text);
  return (
    <span className="flex justify-center leading-0 whitespace-pre [text-rendering:geometricPrecision]">
      <span>
        <span
          className="inline-block"
          style={{ height: `${above + below}em`, verticalAlign: `${-below}em` }}
        />
        {children}
      </span>
    </span>
  );
}

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
