/**
 * How a card's words appear and disappear: they fade in while they rise, and fade out where they are. Those of the card
 * that opens a film are there from its first frame, which is its picture wherever it does not play yet.
 */
export const CARD_MOTION = { inMs: 400, outMs: 300, rise: 0.35 };

/** The part of a card that either of the two takes at most. */
const MOST = 0.25;

export interface CardState {
  /** 0 to 1. */
  opacity: number;
  /** How far below their place the words are, in sizes of the title. */
  below: number;
}

const SETTLED: CardState = { opacity: 1, below: 0 };

/** How long both take on a card of this length, in ms. */
export const motionTimes = (lengthMs: number): { inMs: number; outMs: number } => ({
  inMs: Math.min(CARD_MOTION.inMs, lengthMs * MOST),
  outMs: Math.min(CARD_MOTION.outMs, lengthMs * MOST),
});

/**
 * How a card's words are seen at a time since its start, in ms.
 * @param opens whether it is the film's first section
 */
export function cardState(atMs: number, lengthMs: number, opens = false): CardState {
  const { inMs, outMs } = motionTimes(lengthMs);
  if (atMs < inMs && !(opens && atMs >= 0)) {
    // Quick at first, then slower.
    const left = (1 - Math.max(0, atMs) / inMs) ** 3;
    return { opacity: 1 - left, below: CARD_MOTION.rise * left };
  }
  if (atMs > lengthMs - outMs) return { opacity: Math.max(0, (lengthMs - atMs) / outMs), below: 0 };
  return SETTLED;
}
