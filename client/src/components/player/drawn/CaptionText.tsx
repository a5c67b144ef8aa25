import type { ReactElement } from 'react';
import {
  CAPTION_EDGE,
  CAPTION_GROUND,
  CAPTION_GROWTH,
  CAPTION_PILL,
  CAPTION_SPACE,
  captionInks,
  groundOf,
  isHighlighted,
} from '#film/captions/caption-look.ts';
import type { CaptionLook } from '#contract/caption-look.ts';
import { wordGrowth } from '#film/captions/caption-lines.ts';
import { FACES, type FaceName, wordsInFaces } from '#film/cards/drawn-text.ts';
import { DrawnLine, GROUND, LineHeight, OUTLINED, Pieces, roundOutline } from './DrawnLine.tsx';
import { heightOf } from './lines.ts';

const THICK_OUTLINE = roundOutline(CAPTION_EDGE.thick);

interface CaptionTextProps {
  lines: readonly string[];
  look: CaptionLook;
  /** The index of the highlighted word among all words; `null` if no word is highlighted. */
  spoken: number | null;
  /** The height of a line, as a CSS length. */
  size: string;
}

/** Draws a caption's lines on their background as the film does. */
export function CaptionText({ lines, look, spoken, size }: CaptionTextProps): ReactElement {
  const ground = groundOf(look);
  /** Returns how many words precede each line. */
  const before = lines.map((_, at) => lines.slice(0, at).join(' ').split(' ').filter(Boolean).length);
  return (
    <span
      className="relative isolate block text-center"
      style={{
        fontSize: size,
        color: captionInks(look).others,
        ...(ground === 'lines' && OUTLINED),
        ...(ground === 'outline' && THICK_OUTLINE),
      }}
    >
      {ground === 'boxed' ? (
        <span className="absolute" style={{ inset: `-${CAPTION_EDGE.padding}em`, background: GROUND }} />
      ) : null}
      {lines.map((line, index) => {
        const at = spoken === null ? null : spoken - before[index]!;
        // oxlint-disable-next-line react/no-array-index-key -- a caption's lines stay in their order
        return <CaptionLine key={index} line={line} look={look} spoken={at} />;
      })}
    </span>
  );
}

interface CaptionLineProps {
  line: string;
  look: CaptionLook;
  /**
   * The index of the highlighted word within this line, which may be in another line; `null` if no word is
   * highlighted.
   */
  spoken: number | null;
}

function CaptionLine({ line, look, spoken }: CaptionLineProps): ReactElement {
  const highlighted = isHighlighted(look);
  const hasPill = groundOf(look) === 'pill';
  const height = heightOf(line, {
    grown: highlighted ? CAPTION_GROWTH : 1,
    pitch: hasPill ? CAPTION_PILL.pitch : 0,
  });
  return (
    <span className="relative block">
      <DrawnLine text={line} height={height} behind={hasPill ? <Pill above={height.above} /> : null}>
        {wordsInFaces(line).map((pieces, index) => {
          if (!highlighted) return <Pieces key={index} pieces={pieces} />;
          const isSpoken = index === spoken;
          return (
            <Word
              key={index}
              pieces={pieces}
              height={height}
              ink={isSpoken ? captionInks(look).spoken : null}
            />
          );
        })}
      </DrawnLine>
    </span>
  );
}

/** The rounded box behind a line whose baseline is this far below the line's top. */
function Pill({ above }: { above: number }): ReactElement {
  const { radius, rise } = CAPTION_PILL;
  return (
    <span
      className="absolute -z-1 rounded-full"
      style={{
        insetInline: `-${radius}em`,
        top: `${above - rise - radius}em`,
        height: `${2 * radius}em`,
        background: CAPTION_GROUND.color,
      }}
    />
  );
}

/**
 * A word that is larger while it is highlighted, and keeps the highlight colour afterwards, without taking
 * more room.
 */
function Word({
  pieces,
  height,
  ink,
}: {
  pieces: ReturnType<typeof wordsInFaces>[number];
  height: ReturnType<typeof heightOf>;
  ink: string | null;
}): ReactElement {
  const word = pieces.map(({ face, text }) => ({ face, text: text.trimEnd() }));
  const growth = wordGrowth(word.map(({ text }) => text).join(''));
  const last = pieces.at(-1)!;
  return (
    <>
      <span
        className="relative inline-block"
        style={{
          transformOrigin: `50% ${height.above}em`,
          ...(ink !== null && { color: ink, transform: `scale(${growth}, ${CAPTION_GROWTH})`, zIndex: 1 }),
        }}
      >
        <LineHeight {...height} />
        <Pieces pieces={word} />
      </span>
      {last.text.endsWith(' ') ? <Space face={last.face} /> : null}
    </>
  );
}

/** The width of a space in the fonts of films, in em. */
const SPACE_EM = 0.26;

/** The space after a word, which leaves room for larger words. */
function Space({ face }: { face: FaceName }): ReactElement {
  const { scale, ascent, descent } = FACES[face];
  const em = scale / (ascent + descent);
  return (
    <span className="inline-block" style={{ width: `${SPACE_EM * em * CAPTION_SPACE}em` }}>
      {' '}
    </span>
  );
}
