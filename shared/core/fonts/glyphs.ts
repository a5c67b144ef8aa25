import { readFile } from 'node:fs/promises';
import { FONT_FILES } from './font-files.ts';

/** Characters that are not drawn. */
const UNSEEN = /[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

let cached: Promise<((character: string) => boolean)[]> | undefined;

/** Reads the fonts. Returns whether any font of films has a character. */
export async function readGlyphs(): Promise<(character: string) => boolean> {
  cached ??= Promise.all(FONT_FILES.map(async (file) => charactersOf(await readFile(file))));
  const fonts = await cached;
  return (character) => fonts.some((has) => has(character));
}

/** Returns the characters of a text that no font of films has, in order. */
export const missingIn = (text: string, isDrawable: (character: string) => boolean): string[] =>
  [...text].filter((character) => !UNSEEN.test(character) && !isDrawable(character));

/** Reads the characters of a TrueType font from its table `cmap`. @throws Error for any other file */
export function charactersOf(font: Buffer): (character: string) => boolean {
  const cmap = tableAt(font, 'cmap');
  const count = font.readUInt16BE(cmap + 2);
  const maps = Array.from({ length: count }, (_, i) => {
    const at = cmap + font.readUInt32BE(cmap + 8 + i * 8);
    return { at, format: font.readUInt16BE(at) };
  });
  // Format 12 contains everything of format 4, and characters above 0xFFFF.
  const map = maps.find(({ format }) => format === 12) ?? maps.find(({ format }) => format === 4);
  if (!map) throw new Error('A font without a known table of characters.');
  const ranges = map.format === 12 ? longRanges(font, map.at) : shortRanges(font, map.at);
  return (character) => {
    const code = character.codePointAt(0)!;
    return ranges.some(([from, to]) => from <= code && code <= to);
  };
}

function tableAt(font: Buffer, name: string): number {
  const tables = font.readUInt16BE(4);
  for (let i = 0; i < tables; i += 1) {
    const at = 12 + i * 16;
    if (font.toString('latin1', at, at + 4) === name) return font.readUInt32BE(at + 8);
  }
  throw new Error(`A font without the table ${name}.`);
}

function longRanges(font: Buffer, at: number): [number, number][] {
  return Array.from({ length: font.readUInt32BE(at + 12) }, (_, i) => {
    const group = at + 16 + i * 12;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
  });
}

function shortRanges(font: Buffer, at: number): [number, number][] {
  const segments = font.readUInt16BE(at + 6) / 2;
  return Array.from({ length: segments }, (_, i): [number, number] => [
    font.readUInt16BE(at + 16 + (segments + i) * 2),
    font.readUInt16BE(at + 14 + i * 2),
  ]).filter(([from]) => from !== 0xff_ff);
}
