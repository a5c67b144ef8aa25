import {
  CAPTION_DIM,
  CAPTION_EDGE,
  CAPTION_GROUND,
  CAPTION_INK,
  type CaptionLook,
  type CaptionPlace,
  captionPlaceOn,
  captionShape,
} from '#contract/caption-look.ts';
import { CARD, FACES, type FaceName, inFaces, titleSize, wordsInFaces } from '#contract/drawn-text.ts';
import type { Placement } from '#contract/framing.ts';
import { isSeenDuring, LOWER_FADE_MS, lowerShape, type LowerThird } from '#contract/lower-third.ts';
import type { TimedCue } from '#core/subtitles/cues.ts';

export interface DrawnText {
  /** Captions; times in ms from the section's start. */
  cues: readonly TimedCue[];
  look: CaptionLook;
  /** Over a video or an image; null draws none. */
  lowerThird?: LowerThird | null;
  /** A card's title; null draws none. */
  title: string | null;
  /** The line under it; empty or absent draws none. */
  subtitle?: string;
  /** Whether a picture is behind the title, from which a shadow sets it off. */
  overPicture?: boolean;
  /** When the card begins; at 0 by default. */
  startMs?: number;
  /** Leaves out the title and the lower third, which only decide where captions are. */
  onlyCaptions?: boolean;
}

export interface Picture {
  width: number;
  height: number;
  /** How long the picture is, in ms. */
  lengthMs: number;
}

/** A section's captions and lower third, and the style of its title, as an .ass file for libass. */
export function toAss(
  { cues, look, title, lowerThird = null, onlyCaptions = false }: DrawnText,
  { width, height }: Picture,
  { cardPlace, cardStyle }: Pick<Placement, 'cardPlace' | 'cardStyle'>,
): string {
  const heading = Math.round(titleSize(title ?? '', { width, height }, cardStyle));
  const style = (name: string, how: AssStyle) =>
    `Style: ${name},${FACES.latin.family},${how.size},&H00${how.ink},&H00FFFFFF,&H00${INK_GROUND},${how.back},` +
    `0,0,0,0,100,100,0,0,${how.border},${(how.size * how.outline).toFixed(1)},` +
    `${(how.size * how.shadow).toFixed(1)},${how.alignment},${how.side},${how.side},${how.end},1`;
  const event = (from: number, to: number, name: string, text: string) =>
    `Dialogue: 0,${clock(from)},${clock(to)},${name},,0,0,0,,${text}`;
  const beside = { title: title === null ? null : cardPlace, lowerThird: false };
  const place = captionPlaceOn(look, beside);
  const caption = captionStyle(look, place, { width, height });
  const lower = lowerThird && drawnThird(lowerThird, { width, height });
  /** Moves a caption away from the lower third. */
  const moved = (cue: TimedCue) => {
    const wanted = captionPlaceOn(look, { ...beside, lowerThird: isSeenDuring(lowerThird, cue) });
    return wanted === place ? '' : `{\\an${ALIGNMENTS[wanted]}}`;
  };
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'ScaledBorderAndShadow: yes',
    'WrapStyle: 0',
    'YCbCr Matrix: TV.709',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, ' +
      'Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, ' +
      'MarginR, MarginV, Encoding',
    style('Caption', caption),
    style('Title', {
      ...PLAIN,
      size: heading,
      alignment: ALIGNMENTS[cardPlace],
      side: Math.round(width * CARD.margin),
      end: Math.round(height * CARD.end),
    }),
    ...(lower ? [style('Lower', lower.style)] : []),
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...(lower && lowerThird && !onlyCaptions
      ? [event(lowerThird.startMs, lowerThird.endMs, 'Lower', lower.text)]
      : []),
    ...cues.flatMap((cue) =>
      (look.captionStyle === 'words' ? litParts(cue) : [{ ...cue, lit: null }]).map(
        ({ startMs, endMs, lit }) =>
          event(
            startMs,
            endMs,
            'Caption',
            moved(cue) + assText(cue.lines, caption.size, lit === null ? null : { look, lit }),
          ),
      ),
    ),
    '',
  ].join('\n');
}

interface AssStyle {
  /** In pixels. */
  size: number;
  /** In sizes. The shadow of a box is how far it goes beyond its lines. */
  outline: number;
  shadow: number;
  border: number;
  /** Blue, green, red. */
  ink: string;
  /** With its transparency. */
  back: string;
  alignment: number;
  /** From the picture's sides, and from its upper or lower end, in pixels. */
  side: number;
  end: number;
}

const INK_GROUND = assColor(CAPTION_GROUND.color);
const PLAIN = {
  outline: CAPTION_EDGE.outline,
  shadow: CAPTION_EDGE.shadow,
  border: 1,
  ink: assColor(CARD.text),
  back: '&H80000000',
};

const ALIGNMENTS: Record<CaptionPlace, number> = { top: 8, middle: 5, bottom: 2 };
const LOWER_LEFT = 1;
/** One box around all lines; its colour is that of shadows. */
const BOX = 4;

function captionStyle(
  look: CaptionLook,
  place: CaptionPlace,
  picture: { width: number; height: number },
): AssStyle {
  const { size, side, end } = captionShape(look, picture);
  return {
    ...PLAIN,
    ...(look.captionStyle === 'boxed' && boxed(CAPTION_EDGE.padding)),
    ink: assColor(CAPTION_INK[look.captionColor]),
    size: Math.round(size),
    alignment: ALIGNMENTS[place],
    side: Math.round(side),
    end: Math.round(end),
  };
}

/** Lines in a box that goes this far beyond them, in sizes. */
function boxed(padding: number): Pick<AssStyle, 'outline' | 'shadow' | 'border' | 'back'> {
  const clear = Math.round(CAPTION_GROUND.clear * 255)
    .toString(16)
    .toUpperCase();
  return { outline: 0, shadow: padding, border: BOX, back: `&H${clear}${INK_GROUND}` };
}

/** A lower third's two lines in one box. */
function drawnThird(
  third: LowerThird,
  picture: { width: number; height: number },
): { style: AssStyle; text: string } {
  const { name, detail, padding, side, end } = lowerShape(third, picture);
  const lines = [assText([third.name], name), ...(third.detail ? [assText([third.detail], detail)] : [])];
  const size = Math.round(name);
  return {
    style: {
      ...PLAIN,
      ...boxed(padding / size),
      size,
      alignment: LOWER_LEFT,
      side: Math.round(side),
      end: Math.round(end),
    },
    // A break as wide as a letter would let libass break the first line elsewhere.
    text: `{\\fad(${LOWER_FADE_MS},${LOWER_FADE_MS})}${lines.join('{\\fs1}\\N')}`,
  };
}

/** A colour's blue, green and red. */
export function assColor(color: string): string {
  return [5, 3, 1].map((at) => color.slice(at, at + 2).toUpperCase()).join('');
}

/** The times of a cue at which one of its words is lit, and those between; -1 is none. */
function litParts({ startMs, endMs, words }: TimedCue): { startMs: number; endMs: number; lit: number }[] {
  const parts: { startMs: number; endMs: number; lit: number }[] = [];
  let at = startMs;
  const until = (ms: number, lit: number) => {
    const to = Math.min(ms, endMs);
    if (to <= at) return;
    parts.push({ startMs: at, endMs: to, lit });
    at = to;
  };
  for (const [lit, word] of words.entries()) {
    until(word.startMs, -1);
    until(word.endMs, lit);
  }
  until(endMs, -1);
  return parts;
}

/** h:mm:ss.cc */
export function clock(ms: number): string {
  const cs = Math.round(ms / 10);
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${Math.floor(cs / 360_000)}:${pad((cs / 6000) % 60)}:${pad((cs / 100) % 60)}.${pad(cs % 100)}`;
}

/** Text without anything that libass takes for an instruction, each script in its own font. */
export function assText(lines: readonly string[], size: number, words: LitWords | null = null): string {
  let word = 0;
  return lines
    .map((line) => {
      const plain = line
        .replaceAll(/\p{Cc}+/gu, ' ')
        // libass knows no escaped backslash: an invisible joiner keeps the next letter from being a command.
        .replaceAll('\\', '\\\u2060')
        .replaceAll('{', '\\{')
        .replaceAll('}', '\\}');
      const inFont = ({ face, text }: { face: FaceName; text: string }, color = '') => {
        const { family, scale } = FACES[face];
        return `{\\fn${family}\\fs${Math.round(size * scale)}${color}}${text}`;
      };
      if (!words)
        return inFaces(plain)
          .map((piece) => inFont(piece))
          .join('');
      return wordsInFaces(plain)
        .map((pieces) => {
          const color = `\\1c&H${assColor(word++ === words.lit ? CAPTION_INK[words.look.captionColor] : CAPTION_DIM)}&`;
          return pieces.map((piece) => inFont(piece, color)).join('');
        })
        .join('');
    })
    .join('\\N');
}

/** A caption whose words are dim but one. */
interface LitWords {
  look: CaptionLook;
  /** The word that is lit. */
  lit: number;
}
