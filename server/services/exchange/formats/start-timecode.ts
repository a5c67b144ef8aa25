/** Where the timecode of a file starts. */
export interface StartTimecode {
  /** How long after 0 its first frame was recorded, in frames of the film. */
  frames: number;
  /** The number in its first timecode, in frames of the film. */
  label: number;
  /** How far its timecode advances per frame of the film: less than 1 if it counts every frame of 29.97. */
  pace: number;
}

const TIMECODE = /^(\d\d):(\d\d):(\d\d)([:;.])(\d\d)$/;
const FASTEST = 120;
/** Drop-frame timecode skips this many numbers at 30 frames per second, in nine of ten minutes. */
const DROPPED = 2;

/**
 * Converts the first timecode of a file, including drop-frame.
 * @param rate frames per second of the timecode, as a fraction
 * @returns `null` for an invalid timecode, and for one that starts at 0
 */
export function startTimecode(
  { start, rate }: { start: string; rate: string },
  filmRate: number,
): StartTimecode | null {
  const [, hours, minutes, seconds, mark, rest] = TIMECODE.exec(start) ?? [];
  const [top, bottom = '1'] = rate.split('/');
  const exact = Number(top) / Number(bottom);
  const nominal = Math.round(exact);
  const [h, m, s, f] = [hours, minutes, seconds, rest].map(Number) as [number, number, number, number];
  if (mark === undefined || !(nominal > 0 && nominal <= FASTEST)) return null;
  if (h > 23 || m > 59 || s > 59 || f >= nominal) return null;
  const wholeSeconds = (h * 60 + m) * 60 + s;
  const isDrop = mark !== ':';
  const allMinutes = h * 60 + m;
  const dropped = isDrop
    ? Math.round((DROPPED * nominal) / 30) * (allMinutes - Math.floor(allMinutes / 10))
    : 0;
  const counted = wholeSeconds * nominal + f - dropped;
  if (counted <= 0) return null;
  return {
    frames: Math.round((counted / exact) * filmRate),
    label: wholeSeconds * filmRate + Math.floor((f * filmRate) / nominal),
    pace: isDrop ? 1 : exact / nominal,
  };
}
