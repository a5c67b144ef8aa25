import type { Part } from '#contract/cuts.ts';
import { measureFrame } from '#core/film/frame-score.ts';

/** A frame this dark or bright is black or white if it has little contrast. The brightness is 0 to 255. */
const BLACK = 24;
const WHITE = 231;
/** The highest contrast of a blank frame, and its share of the contrast of the video's other frames. */
const MAX_SPREAD = 6;
const MAX_SHARE = 0.25;
/** The share of the video's frames that have at most the contrast that counts as the video's own. */
const CLEAR_FRAMES = 0.9;
/** During a fade, the contrast changes at least by this factor from one examined frame to the next. */
const FADES_BY = 1.15;
const LONGEST_FADE_MS = 2000;
/** A video that flickers has more blank parts than anyone needs. */
const MAX_BLANKS = 1000;

interface Looks {
  width: number;
  /** The bytes of one frame. */
  bytes: number;
  perSecond: number;
}

/**
 * Returns the parts of a video whose frames are black or white, with the fades into and out of them. Compared
 * with the contrast of the whole video, so that dark footage is not blank.
 * @param frames consecutive small grey frames
 * @param hardCutsMs nothing fades across these
 */
export function findBlanks(
  frames: Uint8Array,
  { width, bytes, perSecond }: Looks,
  { hardCutsMs, durationMs }: { hardCutsMs: readonly number[]; durationMs: number },
): Part[] {
  const looks = Array.from({ length: Math.floor(frames.length / bytes) }, (_, index) =>
    measureFrame(frames.subarray(index * bytes, (index + 1) * bytes), width),
  );
  const spreads = looks.map(({ spread }) => spread);
  const clear = spreads.toSorted((a, b) => a - b)[Math.floor((spreads.length - 1) * CLEAR_FRAMES)] ?? 0;
  const isBlank = looks.map(
    ({ mean, spread }) => (mean < BLACK || mean > WHITE) && spread <= Math.min(MAX_SPREAD, clear * MAX_SHARE),
  );
  /** The time of an examined frame. It is the last frame before the middle of its interval. */
  const timeOf = (look: number) => Math.min(durationMs, Math.round(((look + 0.5) * 1000) / perSecond) - 1);
  const isFading = (from: number, to: number) => {
    const [startMs, endMs] = [timeOf(Math.min(from, to)), timeOf(Math.max(from, to))];
    const isInVideo = to >= 0 && to < looks.length && !isBlank[to];
    return (
      isInVideo &&
      spreads[to]! > spreads[from]! * FADES_BY &&
      !hardCutsMs.some((ms) => ms > startMs && ms <= endMs)
    );
  };
  /** Follows a fade from the last blank frame to the frame at which it is complete. */
  const afterFade = (blank: number, step: 1 | -1) => {
    const longest = (LONGEST_FADE_MS * perSecond) / 1000;
    let at = blank;
    while (Math.abs(at - blank) < longest && isFading(at, at + step)) at += step;
    return at === blank ? blank + step : at;
  };
  const blanks: Part[] = [];
  for (let first = 0; first < looks.length && blanks.length < MAX_BLANKS; first += 1) {
    if (!isBlank[first]) continue;
    let last = first;
    while (isBlank[last + 1]) last += 1;
    const [before, after] = [afterFade(first, -1), afterFade(last, 1)];
    const startMs = before < 0 ? 0 : timeOf(before) + 1;
    const endMs = after < looks.length ? timeOf(after) : durationMs;
    const previous = blanks.at(-1);
    if (previous && startMs <= previous.endMs) previous.endMs = endMs;
    else if (startMs < endMs) blanks.push({ startMs, endMs });
    first = last;
  }
  return blanks;
}
