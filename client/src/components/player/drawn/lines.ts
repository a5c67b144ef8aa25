import { useQuery } from '@tanstack/react-query';
import bengali from '@expo-google-fonts/noto-sans-bengali/600SemiBold/NotoSansBengali_600SemiBold.ttf?url';
import devanagari from '@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf?url';
import latin from '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf?url';
import { FACES, type FaceName, inFaces } from '#film/cards/drawn-text.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

const FILES: Record<FaceName, string> = { latin, bengali, devanagari };
/** The font size for measuring, in pixels. */
const MEASURED = 100;

/** Loads the film's font. Resolves with its name once the page can use it. */
async function loadFace(name: FaceName): Promise<FaceName> {
  document.fonts.add(await new FontFace(FACES[name].family, `url("${FILES[name]}")`).load());
  return name;
}

/** Loads a font once for all drawn texts. */
const readFace = (name: FaceName): Promise<FaceName> =>
  queryClient.fetchQuery({
    queryKey: ['drawn-font', name],
    queryFn: () => loadFace(name),
    // A loaded font stays available.
    gcTime: Number.POSITIVE_INFINITY,
    // The browser may have cached it.
    networkMode: 'always',
  });

/** Loads the film's fonts that a text needs. Returns `true` once the page can use them. */
export function useFaces(text: string): boolean {
  const needed = [...new Set(inFaces(text).map(({ face }) => face))];
  return useQuery({
    queryKey: ['drawn-fonts', ...needed],
    queryFn: () => Promise.all(needed.map(readFace)),
    networkMode: 'always',
  }).isSuccess;
}

/**
 * Breaks a text into lines where libass breaks them. `limit` is a line's width in font sizes. The fonts must
 * be loaded.
 */
export const linesWithin = (text: string, limit: number): string[] =>
  breakLines(text.split(/\s+/), widthInFaces(), limit * MEASURED);

/** Measures a text's width, in pixels at the font size `MEASURED`. */
function widthInFaces(): (text: string) => number {
  const canvas = document.createElement('canvas').getContext('2d')!;
  return (text) => {
    let width = 0;
    for (const piece of inFaces(text)) {
      const { family, scale, ascent, descent } = FACES[piece.face];
      canvas.font = `${(MEASURED * scale) / (ascent + descent)}px "${family}"`;
      width += canvas.measureText(piece.text).width;
    }
    return width;
  };
}

/**
 * Returns a line's height above and below the baseline, in font sizes: that of its letters if they are
 * `grown` times as large, and at least `pitch` times that of Latin letters.
 */
export function heightOf(
  line: string,
  { grown = 1, pitch = 0 }: { grown?: number; pitch?: number } = {},
): { above: number; below: number } {
  const used = inFaces(line).map(({ face }) => FACES[face]);
  const part = (of: 'ascent' | 'descent'): number => {
    const inSizes = (face: (typeof used)[number]): number =>
      (face.scale * face[of]) / (face.ascent + face.descent);
    return Math.max(pitch * inSizes(FACES.latin), ...used.map((face) => grown * inSizes(face)));
  };
  return { above: part('ascent'), below: part('descent') };
}

/**
 * Breaks words into lines as libass does: fills each line, then evens the lines out by moving a line's last
 * word down wherever that makes it and the next line more equal.
 */
export function breakLines(words: string[], widthOf: (text: string) => number, limit: number): string[] {
  const lines: string[][] = [];
  for (const word of words) {
    const open = lines.at(-1);
    if (open && widthOf([...open, word].join(' ')) <= limit) open.push(word);
    else lines.push([word]);
  }
  const apart = (upper: string[], lower: string[]): number =>
    Math.abs(widthOf(upper.join(' ')) - widthOf(lower.join(' ')));
  for (let moved = true; moved;) {
    moved = false;
    for (let at = 0; at + 1 < lines.length; at++) {
      const [upper, lower] = [lines[at]!, lines[at + 1]!];
      const [shorter, longer] = [upper.slice(0, -1), [upper.at(-1)!, ...lower]];
      if (shorter.length === 0 || apart(shorter, longer) >= apart(upper, lower)) continue;
      lines.splice(at, 2, shorter, longer);
      moved = true;
    }
  }
  return lines.map((line) => line.join(' '));
}
