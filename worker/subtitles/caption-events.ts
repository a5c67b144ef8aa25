import {
  CAPTION_EDGE,
  CAPTION_GROWTH,
  CAPTION_PILL,
  CAPTION_SPACE,
  captionInks,
  captionPlaceOn,
  captionShape,
  groundOf,
  isHighlighted,
} from '#film/captions/caption-look.ts';
import type { CaptionLook, CaptionPlace } from '#contract/caption-look.ts';
import { areLinesFixed, wordGrowth } from '#film/captions/caption-lines.ts';
import { inFaces, wordsInFaces } from '#film/cards/drawn-text.ts';
import { isSeenDuring } from '#film/cards/lower-third.ts';
import type { LowerThird } from '#contract/lower-third.ts';
import type { CardPlace } from '#contract/section-settings.ts';
import type { TimedCue } from '#film/captions/cues.ts';
import {
  assColor,
  type AssStyle,
  assText,
  boxed,
  eventLine,
  fontOf,
  INK_GROUND,
  literal,
  PLAIN,
  styleLine,
} from './ass-text.ts';

export const ALIGNMENTS: Record<CaptionPlace, number> = { top: 8, middle: 5, bottom: 2 };

/** The layer of texts. Rounded boxes are on layer 0, below them. */
const TEXT_LAYER = 1;
const SPOKEN_LAYER = 2;
const percent = (part: number): number => Math.round(part * 1000) / 10;
/** A zero-width character that gives a line the height of its font. */
const STRUT = '\u200C';
const HIDDEN = '\\alpha&HFF&';

interface Beside {
  /** The position of a title; `null` without one. */
  title: CardPlace | null;
  lowerThird: LowerThird | null;
}

/** Returns captions as styles and events of an .ass file; `picture` is in pixels. */
export function captionEvents(
  { cues, look }: { cues: readonly TimedCue[]; look: CaptionLook },
  beside: Beside,
  picture: { width: number; height: number },
): { styles: string[]; events: string[] } {
  const shape = captionShape(look, picture);
  const ends = { top: Math.round(shape.top), middle: 0, bottom: Math.round(shape.bottom) };
  const size = Math.round(shape.size);
  const ground = groundOf(look);
  const inks = captionInks(look);
  const place = captionPlaceOn(look, { title: beside.title, lowerThird: false });
  const style: AssStyle = {
    ...PLAIN,
    ...GROUNDS[ground],
    ink: assColor(inks.others),
    size,
    alignment: ALIGNMENTS[place],
    side: Math.round(shape.side),
    end: place === 'middle' ? ends.bottom : ends[place],
  };
  const highlighted = isHighlighted(look);
  const lines = { size, grown: highlighted, pill: ground === 'pill' };
  return {
    styles: [
      styleLine('Caption', style),
      ...(highlighted ? [styleLine('Spoken', spokenStyle(style, inks.spoken))] : []),
      ...(lines.pill ? [pillStyle(style)] : []),
    ],
    events: cues.flatMap((cue) => {
      const preferred = captionPlaceOn(look, {
        title: beside.title,
        lowerThird: isSeenDuring(beside.lowerThird, cue),
      });
      const moved = preferred === place ? '' : `{\\an${ALIGNMENTS[preferred]}}`;
      const fixed = areLinesFixed(look) ? '{\\q2}' : '';
      const end = preferred === place ? 0 : ends[preferred];
      const event = (name: string, layer: number, text: string, { startMs, endMs }: Times = cue) =>
        eventLine({ startMs, endMs, style: name, layer, end, text: moved + fixed + text });
      const text = (spoken: number | null) => linesOfWords(cue.lines, spoken, lines);
      const pill = () => {
        const { width, height } = picture;
        const anchors = { top: ends.top, middle: height / 2, bottom: height - ends.bottom };
        const y = anchors[preferred] - CAPTION_PILL.rise * size;
        return event('Pill', 0, `{\\pos(${width / 2},${y.toFixed(1)})}${pillLines(cue.lines, lines)}`);
      };
      const parts = highlighted ? spokenParts(cue) : [{ ...cue, spoken: null }];
      return [
        ...(lines.pill ? [pill()] : []),
        ...parts.flatMap(({ spoken, ...times }) => {
          if (!areLinesFixed(look)) return [event('Caption', 0, assText(cue.lines, size), times)];
          const others = event('Caption', TEXT_LAYER, text(spoken), times);
          if (spoken === null) return [others];
          const word = linesOfWords(cue.lines, spoken, { ...lines, only: true });
          return [others, event('Spoken', SPOKEN_LAYER, word, times)];
        }),
      ];
    }),
  };
}

const NO_GROUND = { outline: 0, shadow: 0 };
const GROUNDS = {
  lines: {},
  outline: { outline: CAPTION_EDGE.thick },
  boxed: boxed(CAPTION_EDGE.padding),
  pill: NO_GROUND,
};

/** The spoken word is above the box of the others. */
const spokenStyle = (style: AssStyle, ink: string): AssStyle => ({
  ...style,
  ...(style.border === PLAIN.border ? {} : { ...NO_GROUND, border: PLAIN.border }),
  ink: assColor(ink),
});

/**
 * Returns the style of a rounded box as libass measures it: text without height, struck through, so that its
 * thick outline surrounds one long line.
 */
function pillStyle(style: AssStyle): string {
  const values = styleLine('Pill', {
    ...style,
    ink: INK_GROUND,
    outline: CAPTION_PILL.radius,
  }).split(',');
  const [strikeOut, scaleY] = [10, 12];
  return values.with(strikeOut, '-1').with(scaleY, '0.1').join(',');
}

interface Times {
  startMs: number;
  endMs: number;
}

/**
 * Returns the times of a cue at which one of its words is spoken, and those in between, for which `spoken` is
 * `null`.
 */
function spokenParts({ startMs, endMs, words }: TimedCue): (Times & { spoken: number | null })[] {
  const parts: (Times & { spoken: number | null })[] = [];
  let at = startMs;
  const until = (ms: number, spoken: number | null) => {
    const to = Math.min(ms, endMs);
    if (to <= at) return;
    parts.push({ startMs: at, endMs: to, spoken });
    at = to;
  };
  for (const [spoken, word] of words.entries()) {
    until(word.startMs, null);
    until(word.endMs, spoken);
  }
  until(endMs, null);
  return parts;
}

interface Lines {
  size: number;
  /** Whether each line has room for larger words. */
  grown: boolean;
  pill: boolean;
}

/**
 * Returns lines without the spoken word or, with `only`, without everything else. A larger word stays in
 * place: the centred line grows equally on both sides.
 */
function linesOfWords(
  lines: readonly string[],
  spoken: number | null,
  { only = false, ...how }: Lines & { only?: boolean },
): string {
  let at = 0;
  return lines
    .map((line) => {
      const words = wordsInFaces(line).map((pieces) => {
        const isSpoken = at++ === spoken;
        const visibility = isSpoken === only ? '' : HIDDEN;
        const scale = isSpoken && only ? grown(pieces.map(({ text }) => text).join('')) : '';
        return pieces.map((piece) => {
          const font = fontOf(piece.face, how.size);
          const text = literal(piece.text);
          const word = text.trimEnd();
          const space = word === text ? '' : `{\\r${font}${visibility}${how.grown ? WIDE : ''}} `;
          return `{\\r${font}${visibility}${scale}}${word}${space}`;
        });
      });
      return strutsOf(line, how) + words.flat().join('');
    })
    .join('\\N');
}

/** Returns the lines that form rounded boxes, as wide as the lines of text. */
const pillLines = (lines: readonly string[], how: Lines): string =>
  lines
    .map((line) => {
      const pieces = inFaces(literal(line)).map(({ face, text }) => {
        const font = fontOf(face, how.size);
        const words = how.grown ? text.replaceAll(' ', `{${WIDE}} {\\fscx100}`) : text;
        return `{\\r${font}}${words}`;
      });
      return strutsOf(line, how) + pieces.join('');
    })
    .join('\\N');

/** Gives a line the height that it has with a larger word, and room for its rounded box. */
function strutsOf(line: string, { size, grown, pill }: Lines): string {
  const faces = grown ? [...new Set(inFaces(line).map(({ face }) => face))] : [];
  const heights = [
    ...(pill ? [`${fontOf('latin', size)}\\fscy${percent(CAPTION_PILL.pitch)}`] : []),
    ...faces.map((face) => `${fontOf(face, size)}\\fscy${percent(CAPTION_GROWTH)}`),
  ];
  return heights.map((height) => `{\\s0\\bord0${height}}${STRUT}`).join('');
}

const WIDE = `\\fscx${percent(CAPTION_SPACE)}`;
const grown = (word: string): string =>
  `\\fscx${percent(wordGrowth(word.trimEnd()))}\\fscy${percent(CAPTION_GROWTH)}`;
