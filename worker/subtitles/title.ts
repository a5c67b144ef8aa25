import { cardState } from '#film/cards/card-motion.ts';
import {
  CARD,
  CARD_RULE,
  CARD_SHADOW,
  SUBTITLE_GAP,
  subtitleSize,
  titleLines,
  titleSize,
} from '#film/cards/drawn-text.ts';
import { FILM_FRAME_RATE, msToFramesUp } from '#film/frames.ts';
import type { Placement } from '#contract/placement.ts';
import { type DrawnText, type Picture, toAss } from './ass.ts';
import { assText, BREAK, clock, rule } from './ass-text.ts';

/** Returns all drawn text of a section as an .ass file for libass. */
export function sectionAss(
  text: DrawnText,
  picture: Picture,
  placement: Pick<Placement, 'cardPlace' | 'cardStyle'>,
): string {
  const file = toAss(text, picture, placement);
  const { title, onlyCaptions = false } = text;
  return title === null || onlyCaptions ? file : `${file}${titleEvents(text, title, picture, placement)}\n`;
}

/**
 * Returns the events of a title and its second line as they appear, stay and disappear: one for each frame
 * that differs.
 */
function titleEvents(
  { subtitle = '', overPicture = false, opens = false, startMs = 0 }: DrawnText,
  title: string,
  picture: Picture,
  { cardPlace, cardStyle }: Pick<Placement, 'cardPlace' | 'cardStyle'>,
): string {
  const { width, height, lengthMs } = picture;
  const size = Math.round(titleSize(title, picture, cardStyle));
  const end = Math.round(height * CARD.end);
  const y = { top: end, middle: height / 2, bottom: height - end }[cardPlace];
  const words = [
    ...(cardStyle === 'line' ? [rule(size, CARD_RULE)] : []),
    assText(titleLines(title), size),
    ...(subtitle === ''
      ? []
      : [
          `{\\fs${Math.round(size * SUBTITLE_GAP)}}\\h`,
          assText([subtitle], subtitleSize(subtitle, size, picture)),
        ]),
  ].join(BREAK);
  const events = statesOf(lengthMs, opens).flatMap(({ fromMs, toMs, opacity, below }) => {
    const times = `${clock(startMs + fromMs)},${clock(startMs + toMs)}`;
    const at = `\\pos(${width / 2},${(y + below * size).toFixed(2)})\\bord0\\shad0`;
    const event = (layer: number, how: string, text: string) =>
      `Dialogue: ${layer},${times},Title,,0,0,0,,{${at}${how}}${text}`;
    const shadow = `${clear(opacity * CARD_SHADOW.strength)}\\1c&H000000&\\blur${(size * CARD_SHADOW.blur).toFixed(1)}`;
    return [...(overPicture ? [event(0, shadow, inBlack(words))] : []), event(1, clear(opacity), words)];
  });
  return events.join('\n');
}

/** Returns the states of a card's text and their times: one for each frame while it moves. */
function statesOf(lengthMs: number, opens: boolean) {
  const frameMs = 1000 / FILM_FRAME_RATE;
  const states: { fromMs: number; toMs: number; opacity: number; below: number }[] = [];
  for (let frame = 0; frame < msToFramesUp(lengthMs, FILM_FRAME_RATE); frame++) {
    const state = cardState(frame * frameMs, lengthMs, opens);
    if (state.opacity === 0) continue;
    // Half a frame early, so that rounding does not show a frame as its neighbour.
    const [fromMs, toMs] = [Math.max(0, frame - 0.5) * frameMs, (frame + 0.5) * frameMs];
    const last = states.at(-1);
    if (last?.opacity === state.opacity && last.below === state.below) last.toMs = toMs;
    else states.push({ fromMs, toMs, ...state });
  }
  return states;
}

/** Removes all colours of a text except that of its shadow. */
const inBlack = (words: string): string => words.replaceAll(/\\1c&H[0-9A-F]{6}&/g, '');

/** Returns the command that sets the transparency of the following text. */
function clear(opacity: number): string {
  const byte = Math.round((1 - opacity) * 255);
  return `\\alpha&H${byte.toString(16).toUpperCase().padStart(2, '0')}&`;
}
