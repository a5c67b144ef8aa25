import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { CREDITS_FADE_MS, CREDITS_LOOK, creditsShape, pageTimes } from '#film/cards/film-credits.ts';
import type { FilmCredit } from '#contract/film-credits.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { type Picture, toAss } from './ass.ts';
import { assColor, assText, clock } from './ass-text.ts';

export interface Credits {
  /** The heading of each page. */
  title: string;
  pages: FilmCredit[][];
}

/**
 * Returns a film's credits as an .ass file for libass: one page after another, each in the middle of the
 * video.
 */
export function creditsAss({ title, pages }: Credits, picture: Picture): string {
  const head = toAss({ cues: [], look: PLAIN_CAPTIONS, title: null }, picture, UNFRAMED);
  const times = pageTimes(pages);
  const events = pages.map((page, index) => {
    const { startMs, endMs } = times[index]!;
    return `Dialogue: 0,${clock(startMs)},${clock(endMs)},Title,,0,0,0,,${pageText(title, page, picture)}`;
  });
  return `${head}${events.join('\n')}\n`;
}

/** A line break that is no taller than the line that it ends. */
const BREAK = String.raw`{\fs1}\N`;

function pageText(title: string, page: readonly FilmCredit[], picture: Picture): string {
  const shape = creditsShape(page, picture);
  const line = (text: string, size: number, color: string) =>
    `{\\1c&H${assColor(color)}&}${assText([text], size)}`;
  const space = (size: number) => `{\\fs${Math.round(size)}}\\h`;
  const lines = [
    line(title, shape.heading, CREDITS_LOOK.heading),
    space(shape.afterHeading),
    ...page.flatMap((credit, index) => [
      ...(index > 0 ? [space(shape.between)] : []),
      line(credit.title, shape.title, CREDITS_LOOK.title),
      ...(credit.detail ? [line(credit.detail, shape.detail, CREDITS_LOOK.detail)] : []),
    ]),
  ];
  return `{\\bord0\\shad0\\fad(${CREDITS_FADE_MS},${CREDITS_FADE_MS})}${lines.join(BREAK)}`;
}
