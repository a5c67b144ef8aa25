import { sourceEnd, timecode, type Timeline, type TimelineMedia } from './timeline.ts';
import { speedText } from './text.ts';

type Cell = string | number | null;

/** Marks the text as UTF-8 for spreadsheets. */
const MARK = '\uFEFF';
/** What a spreadsheet interprets as the beginning of a formula, in any character width. */
const FORMULA = /^[\s'"]*[=+\-@\t\r＝＋－＠]/;
const FORMULA_WITHIN = /^[\s'"]*[=+\-@＝＋－＠]/;
/**
 * Characters after which a spreadsheet may begin a cell: those of many languages use semicolons, where quotes
 * do not help.
 */
const AFTER_DIVIDER = /(?<=[;\t\r\n])/;

/** Returns a text of which no part can be interpreted as a formula. */
function withoutFormulas(text: string): string {
  const [start = '', ...parts] = text.split(AFTER_DIVIDER);
  const safe = parts.map((part) => (FORMULA_WITHIN.test(part) ? `'${part}` : part)).join('');
  return FORMULA.test(text) ? `'${start}${safe}` : start + safe;
}

/** Writes a table for spreadsheets. A cell is never a formula. */
function table(rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell) => {
    const plain = typeof value === 'string' ? withoutFormulas(value) : String(value ?? '');
    return /[",;\t\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const mediaCells = ({ reel, fileName, title, channel, license, link }: TimelineMedia): Cell[] => [
  reel,
  fileName,
  title,
  channel,
  license,
  link,
];
const MEDIA = ['Reel', 'File', 'Video', 'Channel', 'Licence', 'Link'];

/** Writes the sections with their times in frames and seconds, their media and their texts. */
export function toCsv({ frameRate, clips }: Timeline): string {
  const clock = (frame: number) => timecode(frame, frameRate);
  const seconds = (frames: number) => Number((frames / frameRate).toFixed(3));
  const none = MEDIA.map(() => null);
  return table([
    [
      'No.',
      'Title',
      'Start',
      'End',
      'Seconds',
      'Estimated',
      'Source start',
      'Source end',
      'Speed',
      'Sound',
      ...MEDIA,
      'Speakers',
      'Text',
    ],
    ...clips.map((clip, index) => [
      index + 1,
      clip.title,
      clock(clip.startFrame),
      clock(clip.startFrame + clip.frames),
      seconds(clip.frames),
      clip.estimated ? 'yes' : 'no',
      clip.media?.kind === 'video' ? clock(clip.sourceFrame) : null,
      clip.media?.kind === 'video' ? clock(sourceEnd(clip)) : null,
      speedText(clip.speed),
      clip.sound,
      ...(clip.media ? mediaCells(clip.media) : none),
      [...new Set(clip.turns.flatMap(({ speaker }) => speaker ?? []))].join(', '),
      clip.text,
    ]),
  ]);
}

/** Writes the files that the film uses, with the names that every other format gives them. */
export function toMediaList({ media, frameRate }: Timeline): string {
  return table([
    [...MEDIA, 'Length', 'Frames a second', 'Width', 'Height'],
    ...media.map((item) => [
      ...mediaCells(item),
      item.frames === null ? null : timecode(item.frames, frameRate),
      item.frameRate,
      item.size?.width ?? null,
      item.size?.height ?? null,
    ]),
  ]);
}
