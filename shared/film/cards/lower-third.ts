import type { LowerThird } from '#contract/lower-third.ts';
import type { SectionSettings } from '#contract/section-settings.ts';
import { CAPTION_EDGE } from '../captions/caption-look.ts';
import { WIDEST_LETTER } from './drawn-text.ts';

type Settings = Pick<
  SectionSettings,
  'lowerName' | 'lowerDetail' | 'lowerStyle' | 'lowerStart' | 'lowerSeconds'
>;

/** Returns the lower third of a section's settings as it is drawn; `null` without a name. */
export function lowerThirdOf({
  lowerName,
  lowerDetail,
  lowerStyle,
  lowerStart,
  lowerSeconds,
}: Settings): LowerThird | null {
  const [name, detail] = [lowerName, lowerDetail].map((text) => text.trim()) as [string, string];
  if (name === '') return null;
  const startMs = Math.round(lowerStart * 1000);
  const endMs = startMs + Math.round(lowerSeconds * 1000);
  return { name, detail, startMs, endMs, ...(lowerStyle !== 'boxed' && { style: lowerStyle }) };
}

/** The duration in which a lower third appears or disappears, in ms. */
export const LOWER_FADE_MS = 200;
/** The line over a name, in sizes of the name: its length, its height, and its distance. */
export const LOWER_RULE = { length: 1.8, height: 0.1, gap: 0.16 };
/** The padding around its lines, and the size of the second line, in sizes of the name. */
export const LOWER_PADDING = CAPTION_EDGE.padding * 1.5;
const DETAIL = 0.72;

/**
 * Returns the lengths of a lower third, in the units of the video's sides. Text that is too long for a line
 * is smaller.
 */
export function lowerShape(
  { name, detail }: Pick<LowerThird, 'name' | 'detail'>,
  { width, height }: { width: number; height: number },
) {
  const usual = Math.min(height * 0.06, width * 0.055);
  const padding = usual * LOWER_PADDING;
  // Within the area that every screen shows.
  const side = width * 0.05 + padding;
  const room = width - 2 * side;
  const within = (size: number, text: string) =>
    Math.min(size, room / (Math.max(...text.split(/\s+/).map((word) => word.length)) * WIDEST_LETTER));
  return {
    /** The line heights. */
    name: within(usual, name),
    detail: within(usual * DETAIL, detail),
    padding,
    /** The distance from the sides of the video to the letters. */
    side,
    /**
     * The distance from the bottom edge: above the captions of players, and in tall films above the buttons
     * of their sites.
     */
    end: height * 0.2 + padding,
  };
}

/** Whether it is visible at any moment of a range, both in ms from the section's start. */
export const isSeenDuring = (
  third: Pick<LowerThird, 'startMs' | 'endMs'> | null,
  { startMs, endMs }: { startMs: number; endMs: number },
): boolean => third !== null && startMs < third.endMs && third.startMs < endMs;
