import { CAPTION_EDGE } from '#film/captions/caption-look.ts';
import type { CaptionLook } from '#contract/caption-look.ts';
import { CARD, titleSize } from '#film/cards/drawn-text.ts';
import type { Placement } from '#contract/placement.ts';
import { LOWER_FADE_MS, LOWER_RULE, lowerShape } from '#film/cards/lower-third.ts';
import type { LowerThird } from '#contract/lower-third.ts';
import type { TimedCue } from '#film/captions/cues.ts';
import { type AssStyle, assText, boxed, BREAK, eventLine, PLAIN, rule, styleLine } from './ass-text.ts';
import { ALIGNMENTS, captionEvents } from './caption-events.ts';

export interface DrawnText {
  /** Captions. Times are in ms from the section's start. */
  cues: readonly TimedCue[];
  look: CaptionLook;
  /** Over a video or an image; `null` draws none. */
  lowerThird?: LowerThird | null;
  /** A card's title; `null` draws none. */
  title: string | null;
  /** The line under it; empty or absent draws none. */
  subtitle?: string;
  /** Whether an image is behind the title, which then has a shadow. */
  overPicture?: boolean;
  /** Whether the card is the film's first section. */
  opens?: boolean;
  /** When the card begins; 0 by default. */
  startMs?: number;
  /** Leaves out the title and the lower third, which then only determine where captions are placed. */
  onlyCaptions?: boolean;
}

export interface Picture {
  width: number;
  height: number;
  /** The length of the video, in ms. */
  lengthMs: number;
}

/** Returns a section's captions and lower third, and the style of its title, as an .ass file for libass. */
export function toAss(
  { cues, look, title, lowerThird = null, onlyCaptions = false }: DrawnText,
  { width, height }: Picture,
  { cardPlace, cardStyle }: Pick<Placement, 'cardPlace' | 'cardStyle'>,
): string {
  const heading = Math.round(titleSize(title ?? '', { width, height }, cardStyle));
  const beside = { title: title === null ? null : cardPlace, lowerThird };
  const captions = captionEvents({ cues, look }, beside, { width, height });
  const lower = lowerThird && drawnThird(lowerThird, { width, height });
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'ScaledBorderAndShadow: yes',
    'WrapStyle: 0',
    'YCbCr Matrix: TV.709',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, ' +
      'Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, ' +
      'MarginR, MarginV, Encoding',
    ...captions.styles,
    styleLine('Title', {
      ...PLAIN,
      size: heading,
      alignment: ALIGNMENTS[cardPlace],
      side: Math.round(width * CARD.margin),
      end: Math.round(height * CARD.end),
    }),
    ...(lower ? [styleLine('Lower', lower.style)] : []),
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...(lower && lowerThird && !onlyCaptions
      ? [eventLine({ ...lowerThird, style: 'Lower', text: lower.text })]
      : []),
    ...captions.events,
    '',
  ].join('\n');
}

const LOWER_LEFT = 1;

/** Draws the two lines of a lower third in one box, or as outlined letters. */
function drawnThird(
  third: LowerThird,
  picture: { width: number; height: number },
): { style: AssStyle; text: string } {
  const { name, detail, padding, side, end } = lowerShape(third, picture);
  const size = Math.round(name);
  /** An outline that is equally thick, in sizes, for either line. */
  const outline = (of: number) => (third.style ? `{\\bord${(of * CAPTION_EDGE.outline).toFixed(1)}}` : '');
  const lines = [
    ...(third.style === 'line' ? [`{\\bord0}${rule(size, LOWER_RULE)}`] : []),
    outline(name) + assText([third.name], name),
    ...(third.detail ? [outline(detail) + assText([third.detail], detail)] : []),
  ];
  return {
    style: {
      ...PLAIN,
      ...(third.style ? { shadow: 0 } : boxed(padding / size)),
      size,
      alignment: LOWER_LEFT,
      side: Math.round(side),
      end: Math.round(end),
    },
    text: `{\\fad(${LOWER_FADE_MS},${LOWER_FADE_MS})}${lines.join(BREAK)}`,
  };
}
