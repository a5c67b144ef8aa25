import { isLikeTimes, type Times, timingOf } from './cue-times.ts';

export interface CueBlock extends Times {
  /** The lines as written, without blank ones. */
  lines: string[];
}

export interface Blocks {
  blocks: CueBlock[];
  /** The number of cues that have a text but no usable times. */
  unreadable: number;
}

/** "12", also as "12." or "#12". */
const NUMBER = /^\W?(\d{1,9})\W?$/;
/** Blocks of WebVTT that are not cues. */
const ASIDE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/**
 * Divides the lines of a SubRip or WebVTT file into cues. A cue's text continues up to the next times,
 * including blank lines.
 */
export function readBlocks(lines: readonly string[]): Blocks {
  const isVtt = /^\uFEFF?WEBVTT/.test(lines[0] ?? '');
  const blocks: CueBlock[] = [];
  let unreadable = 0;
  /** The number of the last cue. */
  let number: number | null = null;
  let open: { times: Times | null; written: string[] } | null = null;
  let before: string[] = [];
  const close = (isLast: boolean) => {
    const named = withoutName(open?.written ?? before, { isVtt, isLast, number });
    number = named.number;
    const text = named.lines.filter((line) => line.trim() !== '');
    if (!open || text.length === 0) return;
    const { times } = open;
    if (times && times.endMs > times.startMs) {
      blocks.push({ startMs: times.startMs, endMs: times.endMs, lines: text });
    } else unreadable += 1;
  };
  let isAside = false;
  let previous = '';
  for (const line of lines) {
    const timing = timingOf(line);
    const isStart = previous === '' || NUMBER.test(previous);
    if (timing || (isStart && isLikeTimes(line))) {
      close(false);
      open = { times: timing, written: timing?.text && !isVtt ? [timing.text] : [] };
      isAside = false;
    } else if (isVtt && previous === '' && ASIDE.test(line)) isAside = true;
    else if (isAside) isAside = line.trim() !== '';
    else if (open) open.written.push(line);
    else before = [...before.slice(-1), line];
    previous = line.trim();
  }
  close(true);
  return { blocks, unreadable };
}

/**
 * Removes the number or the name of the next cue from the end of a cue's lines. A number followed by a blank
 * line counts only if it is the next one in order. At the end of a file, it belongs to a cue that was cut
 * off.
 */
function withoutName(
  lines: string[],
  { isVtt, isLast, number }: { isVtt: boolean; isLast: boolean; number: number | null },
): { lines: string[]; number: number | null } {
  const at = lines.findLastIndex((line) => line.trim() !== '');
  if (at < 0) return { lines, number };
  const isBeside = !isLast && at === lines.length - 1;
  const isApart = at === 0 || lines[at - 1]!.trim() === '';
  const digits = NUMBER.exec(lines[at]!.trim())?.[1];
  const isNext = Number(digits) === (number ?? 0) + 1 || (isLast && digits?.startsWith('0'));
  const isNumber = digits !== undefined && (isBeside || (isApart && isNext));
  const isName = isVtt && isBeside && at > 0 && isApart;
  if (!isNumber && !isName) return { lines, number };
  return { lines: lines.slice(0, at), number: isNumber ? Number(digits) : number };
}
