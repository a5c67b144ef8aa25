/**
 * How a card's text appears and disappears: it fades in while it rises, and fades out in place. The text of
 * the card that opens a film is visible from the first frame, which represents the film wherever it is not
 * playing yet.
 */
export const CARD_MOTION = { inMs: 400, outMs: 300, rise: 0.35 };

/** The largest share of a card for each of the two. */
const MOST = 0.25;

export interface CardState {
  /** 0 to 1. */
  opacity: number;
  /** The distance of the text below its final position, in sizes of the title. */
  below: number;
}

const SETTLED: CardState = { opacity: 1, below: 0 };

/** Returns the durations of both on a card of this length, in ms. */
export const motionTimes = (lengthMs: number): { inMs: number; outMs: number } => ({
  inMs: Math.min(CARD_MOTION.inMs, lengthMs * MOST),
  outMs: Math.min(CARD_MOTION.outMs, lengthMs * MOST),
});

/**
 * Returns the state of a card's text at a time since its start, in ms.
 * @param opens whether it is the film's first section
 */
export function cardState(atMs: number, lengthMs: number, opens = false): CardState {
  const { inMs, outMs } = motionTimes(lengthMs);
  if (atMs < inMs && !(opens && atMs >= 0)) {
    // Quick at first, then slower.
    const remaining = (1 - Math.max(0, atMs) / inMs) ** 3;
    return { opacity: 1 - remaining, below: CARD_MOTION.rise * remaining };
  }
  if (atMs > lengthMs - outMs) return { opacity: Math.max(0, (lengthMs - atMs) / outMs), below: 0 };
  return SETTLED;
}
