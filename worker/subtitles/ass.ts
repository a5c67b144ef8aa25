import { CARD, FACES, inFaces, titleSize } from '#contract/drawn-text.ts';
import type { Cue } from '#core/subtitles/cues.ts';

export interface DrawnText {
  /** Subtitles at the bottom; times in ms from the section's start. */
  cues: readonly Cue[];
  /** A card's title, centred throughout; null draws none. */
  title: string | null;
}

export interface Picture {
  width: number;
  height: number;
  /** How long the picture is, in ms. */
  lengthMs: number;
}

/** A section's drawn text as an .ass file for libass. */
export function toAss({ cues, title }: DrawnText, { width, height, lengthMs }: Picture): string {
  const caption = Math.round(Math.min(height * 0.07, width * 0.06));
  const heading = Math.round(titleSize(title ?? '', { width, height }));
  const style = (name: string, size: number, alignment: number, edge: number) =>
    `Style: ${name},${FACES.latin.family},${size},&H00FFFFFF,&H00FFFFFF,&H00101010,&H80000000,0,0,0,0,100,100,0,0,1,` +
    `${(size * 0.06).toFixed(1)},${(size * 0.02).toFixed(1)},${alignment},${edge},${edge},${Math.round(height * 0.05)},1`;
  const event = (from: number, to: number, name: string, text: string) =>
    `Dialogue: 0,${clock(from)},${clock(to)},${name},,0,0,0,,${text}`;
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
    style('Caption', caption, 2, Math.round(width * 0.04)),
    style('Title', heading, 5, Math.round(width * CARD.margin)),
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...(title === null ? [] : [event(0, lengthMs + 1000, 'Title', assText([title], heading))]),
    ...cues.map((cue) => event(cue.startMs, cue.endMs, 'Caption', assText(cue.lines, caption))),
    '',
  ].join('\n');
}

/** h:mm:ss.cc */
function clock(ms: number): string {
  const cs = Math.round(ms / 10);
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${Math.floor(cs / 360_000)}:${pad((cs / 6000) % 60)}:${pad((cs / 100) % 60)}.${pad(cs % 100)}`;
}

/** Text without anything that libass takes for an instruction, each script in its own font. */
function assText(lines: readonly string[], size: number): string {
  return lines
    .map((line) => {
      const plain = line
        .replaceAll(/\p{Cc}+/gu, ' ')
        // libass knows no escaped backslash: an invisible joiner keeps the next letter from being a command.
        .replaceAll('\\', '\\\u2060')
        .replaceAll('{', '\\{')
        .replaceAll('}', '\\}');
      return inFaces(plain)
        .map(({ face, text }) => {
          const { family, scale } = FACES[face];
          return `{\\fn${family}\\fs${Math.round(size * scale)}}${text}`;
        })
        .join('');
    })
    .join('\\N');
}
