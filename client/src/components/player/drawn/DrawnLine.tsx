import type { ReactElement, ReactNode } from 'react';
import { FACES, type inFaces } from '#contract/drawn-text.ts';
import { heightOf } from './lines.ts';

/** One line with libass's height; its own height comes from a mark beside the letters. */
export function DrawnLine({ text, children }: { text: string; children: ReactNode }): ReactElement {
  const { above, below } = heightOf(text);
  return (
    <span className="flex justify-center leading-0 whitespace-pre">
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
