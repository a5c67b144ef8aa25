/** When a cue is shown, in whole milliseconds. */
export interface Times {
  startMs: number;
  endMs: number;
}

/** A line of plain text shown from startMs to endMs. */
export interface Cue extends Times {
  text: string;
  /** The speaker, if the file names one. */
  speaker?: string;
  /** When words start, by their positions in the text, in order; omitted if the file has no such times. */
  starts?: { word: number; startMs: number }[];
}

/** Lines with times are shorter than this, in characters. */
const LONGEST_LINE = 300;
/** The zeros of the scripts whose digits translated files use for their times. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0xce6, 0xe50, 0xff10];
const FOREIGN_DIGIT = new RegExp(
  `[${ZEROS.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`,
  'g',
);
/** Direction and byte order marks, which no editor shows. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

const ARROW = String.raw`([-–—]{1,3}\s{0,2}>|→|=>)`;
const SEPARATOR = String.raw`\s{0,3}[:.,;،٫，：]\s{0,3}`;
/** Numbers between separators. Each may have a sign, since some programs write negative times. */
const TIME = String.raw`[[(]?([-−]?\d{1,4}(?:${SEPARATOR}[-−]?\d{1,9}){1,3})[\])]?`;
const WHOLE_TIME = new RegExp(`^${TIME}$`);
const TIMING = new RegExp(String.raw`^${TIME}\s{0,20}${ARROW}\s{0,20}${TIME}(?:\s(.*))?$`);
/** `position:10%` in WebVTT, `X1:100` in SubRip. */
const SETTING = /^[a-z]\w{0,20}:/i;

/**
 * Parses a line with the times of a cue. Hours and fractions are optional, separators, spaces and arrows may
 * be non-standard, and digits may be of another script. A start before 0 becomes 0. `text` is what follows
 * the times, unless it is a setting. Returns `null` for other lines.
 */
export function timingOf(line: string): (Times & { text: string }) | null {
  if (!/[>→]/.test(line.slice(0, LONGEST_LINE))) return null;
  const [, start, arrow, end, rest = ''] = TIMING.exec(tidy(line)) ?? [];
  if (start === undefined || end === undefined) return null;
  const [startMs, endMs] = [toMs(start, arrow!), toMs(end, arrow!)];
  if (startMs === null || endMs === null) return null;
  const isText =
    /\p{L}/u.test(rest) &&
    !rest
      .trim()
      .split(/\s+/)
      .every((word) => SETTING.test(word));
  return { startMs: Math.max(0, startMs), endMs, text: isText ? rest : '' };
}

/** Whether a line is probably meant to contain times, although `timingOf` cannot parse it. */
export function isLikeTimes(line: string): boolean {
  if (line.length > LONGEST_LINE || !line.includes('-->')) return false;
  const signs = tidy(line).replace(/\s/g, '');
  const common = signs.replace(/[^\d:.,;>-]/g, '');
  return /\d/.test(common) && common.length > 0.7 * signs.length;
}

function tidy(line: string): string {
  return line
    .slice(0, LONGEST_LINE)
    .replace(INVISIBLE, '')
    .replace(FOREIGN_DIGIT, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - ZEROS.findLast((zero) => zero <= code)!);
    })
    .trim();
}

/** Parses a time to ms. Returns `null` for anything else. */
export function toMs(time: string, arrow = '-->'): number | null {
  if (!WHOLE_TIME.test(time)) return null;
  const numbers = time.match(/\d+/g)!;
  const separators = time.match(/[:.,;،٫，：]/g)!;
  // "1:2 -> 3:4" is more likely a text.
  if (numbers.length === 2 && (arrow !== '-->' || !/[:：]/.test(separators[0]!))) return null;
  const last = numbers.at(-1)!;
  const hasFraction =
    numbers.length === 4 || (numbers.length === 3 && (separators[0] !== separators[1] || last.length > 2));
  const fraction = hasFraction ? numbers.pop()! : '';
  if (numbers.slice(1).some((number) => number.length > 2)) return null;
  const seconds = numbers.reduce((sum, number) => sum * 60 + Number(number), 0);
  const ms = seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return /[-−]/.test(time) ? -ms : ms;
}
