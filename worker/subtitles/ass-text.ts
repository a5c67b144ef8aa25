import { CAPTION_EDGE, CAPTION_GROUND } from '#film/captions/caption-look.ts';
import { CARD, FACES, type FaceName, inFaces } from '#film/cards/drawn-text.ts';

/** The parts of an .ass file that titles, lower thirds and captions share. */

export interface AssStyle {
  /** In pixels. */
  size: number;
  /** In sizes. The shadow of a box is its padding around the lines. */
  outline: number;
  shadow: number;
  border: number;
  /** As blue, green, red. */
  ink: string;
  /** Including its transparency. */
  back: string;
  alignment: number;
  /** From the sides, and from the upper or lower edge of the video, in pixels. */
  side: number;
  end: number;
}

/** Returns a colour as blue, green and red. */
export function assColor(color: string): string {
  return [5, 3, 1].map((at) => color.slice(at, at + 2).toUpperCase()).join('');
}

export const INK_GROUND = assColor(CAPTION_GROUND.color);
export const PLAIN = {
  outline: CAPTION_EDGE.outline,
  shadow: CAPTION_EDGE.shadow,
  border: 1,
  ink: assColor(CARD.text),
  back: '&H80000000',
};
/** One box around all lines. Its colour is that of shadows. */
const BOX = 4;

/** Returns a box with this padding around its lines, in sizes. */
export function boxed(padding: number): Pick<AssStyle, 'outline' | 'shadow' | 'border' | 'back'> {
  const clear = Math.round(CAPTION_GROUND.clear * 255)
    .toString(16)
    .toUpperCase();
  return { outline: 0, shadow: padding, border: BOX, back: `&H${clear}${INK_GROUND}` };
}

export const styleLine = (name: string, how: AssStyle): string =>
  `Style: ${name},${FACES.latin.family},${how.size},&H00${how.ink},&H00FFFFFF,&H00${INK_GROUND},${how.back},` +
  `0,0,0,0,100,100,0,0,${how.border},${(how.size * how.outline).toFixed(1)},` +
  `${(how.size * how.shadow).toFixed(1)},${how.alignment},${how.side},${how.side},${how.end},1`;

/** When an event is shown, its layer, and its distance from the edge if it differs from the style's. */
interface AssEvent {
  startMs: number;
  endMs: number;
  style: string;
  text: string;
  layer?: number;
  end?: number;
}

export const eventLine = ({ startMs, endMs, style, text, layer = 0, end = 0 }: AssEvent): string =>
  `Dialogue: ${layer},${clock(startMs)},${clock(endMs)},${style},,0,0,${end},,${text}`;

/** Formats ms as h:mm:ss.cc. */
export function clock(ms: number): string {
  const cs = Math.round(ms / 10);
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${Math.floor(cs / 360_000)}:${pad((cs / 6000) % 60)}:${pad((cs / 100) % 60)}.${pad(cs % 100)}`;
}

/** Removes everything that libass would interpret as a command. */
export const literal = (line: string): string =>
  line
    .replaceAll(/\p{Cc}+/gu, ' ')
    // libass has no escaped backslash: an invisible joiner prevents the next letter from being a command.
    .replaceAll('\\', '\\\u2060')
    .replaceAll('{', '\\{')
    .replaceAll('}', '\\}');

/** Returns the commands that select a script's font. */
export function fontOf(face: FaceName, size: number): string {
  const { family, scale } = FACES[face];
  return `\\fn${family}\\fs${Math.round(size * scale)}`;
}

/** Returns lines of literal text, each script in its own font. */
export const assText = (lines: readonly string[], size: number): string =>
  lines
    .map((line) =>
      inFaces(literal(line))
        .map(({ face, text }) => `{${fontOf(face, size)}}${text}`)
        .join(''),
    )
    .join('\\N');

/**
 * A line break that is no taller than the line that it ends. A taller one would make libass break that line
 * elsewhere.
 */
export const BREAK = String.raw`{\fs1}\N`;

/** Returns the line over letters of this size, as a drawing on a line of its own that includes the gap. */
export function rule(
  size: number,
  { length, height, gap }: { length: number; height: number; gap: number },
): string {
  const [right, low, end] = [length, height, height + gap].map((part) => Math.round(part * size));
  const bar = `m 0 0 l ${right} 0 ${right} ${low} 0 ${low} m 0 ${end} l 0 ${end}`;
  return `{\\1c&H${assColor(CARD.rule)}&\\p1}${bar}{\\p0\\1c&H${assColor(CARD.text)}&}`;
}
