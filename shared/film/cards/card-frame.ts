import type { Part } from '#contract/cuts.ts';
import type { Excerpt } from '#contract/excerpt.ts';
import type { CardFrame } from '#contract/section-settings.ts';
import { remainingParts } from '../time/cuts.ts';
import { FILM_FRAME_RATE, framesToMs } from '../frames.ts';

/** The video of a section. */
export interface SectionVideo {
  excerpt: Excerpt;
  /** Its blank parts, in order (see `blanksIn`); `undefined` if they are unknown. */
  blanks: readonly Part[] | undefined;
}

/** The distance from the section's edge if the blank parts of its video are unknown, in ms. */
const AWAY_MS = 1000;
/** The last frame is this far before the section's end, in ms. */
const LAST_MS = Math.ceil(framesToMs(2, FILM_FRAME_RATE));
/** How many blank parts at each end of a section are known. */
const MAX_BLANKS = 50;

/** Returns the blank parts of a video that may be at the edges of a section, in order. */
export function blanksIn(
  range: Part,
  { blanks }: { blanks?: readonly Part[] | undefined },
): Part[] | undefined {
  const inRange = blanks?.filter(({ startMs, endMs }) => startMs < range.endMs && endMs > range.startMs);
  if (!inRange || inRange.length <= 2 * MAX_BLANKS) return inRange;
  return [...inRange.slice(0, MAX_BLANKS), ...inRange.slice(-MAX_BLANKS)];
}

/**
 * Returns the frame behind a title card: the first frame of the nearest later video that is not blank, or the
 * last such frame of the nearest earlier video. Returns `null` if there is no such video. `videos` are those
 * of all sections of the film in order, `null` for a section without video, and `index` is the card's
 * position.
 */
export function frameBehind(
  from: CardFrame,
  videos: readonly (SectionVideo | null)[],
  index: number,
): { index: number; atMs: number } | null {
  if (from === 'none') return null;
  const around = [...videos.entries()].filter(([at]) => (from === 'after' ? at > index : at < index));
  const candidates = (from === 'after' ? around : around.toReversed()).flatMap(([at, video]) =>
    video ? [{ index: at, video }] : [],
  );
  for (const candidate of candidates) {
    const atMs = from === 'after' ? firstFrame(candidate.video) : lastFrame(candidate.video);
    if (atMs !== null) return { index: candidate.index, atMs };
  }
  // All of them are blank.
  const nearest = candidates[0];
  if (!nearest) return null;
  const { startMs } = partsOf(nearest.video)[0]!;
  return { index: nearest.index, atMs: startMs };
}

function partsOf({ excerpt }: SectionVideo): Part[] {
  const parts = remainingParts(excerpt);
  return parts.length > 0 ? parts : [excerpt];
}

const lastOf = ({ startMs, endMs }: Part): number => Math.max(startMs, endMs - LAST_MS);

/** Returns the time of the first frame that is not blank; `null` without one. */
function firstFrame(video: SectionVideo): number | null {
  const { blanks } = video;
  const parts = partsOf(video);
  const [{ startMs, endMs }] = parts as [Part];
  if (!blanks) return startMs + Math.min(AWAY_MS, Math.floor((endMs - startMs) / 2));
  for (const part of parts) {
    let atMs = part.startMs;
    for (const blank of blanks) if (blank.startMs <= atMs && atMs < blank.endMs) atMs = blank.endMs;
    if (atMs <= lastOf(part)) return atMs;
  }
  return null;
}

/** Returns the time of the last frame that is not blank; `null` without one. */
function lastFrame(video: SectionVideo): number | null {
  const { blanks } = video;
  const parts = partsOf(video).toReversed();
  const [{ startMs, endMs }] = parts as [Part];
  if (!blanks)
    return Math.max(
      startMs,
      lastOf({ startMs, endMs }) - Math.min(AWAY_MS, Math.floor((endMs - startMs) / 2)),
    );
  for (const part of parts) {
    let atMs = lastOf(part);
    for (const blank of blanks.toReversed()) {
      if (blank.startMs <= atMs && atMs < blank.endMs) atMs = blank.startMs - 1;
    }
    if (atMs >= part.startMs) return atMs;
  }
  return null;
}
