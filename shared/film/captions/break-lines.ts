import { splitLetters } from '#text/letters/letters.ts';
import { drawnWidth, type LineRule } from './caption-lines.ts';

/** Matches the end of a clause's last word. */
export const CLAUSE_END = /[,;:–—]["'”’)\]]*$/u;
/** The cost of a line with too few words when lines are broken, in characters of imbalance. */
const LONE_LINE = 30;

/** A row of words, measured in characters and in heights of a line. */
export interface Row {
  words: number;
  characters: number;
  width: number;
}

/** Characters are UTF-16 code units: marks count too, so that limits hold however a player or a broadcaster counts. */
export const rowOf = (word: string, { width }: LineRule): Row => ({
  words: 1,
  characters: word.length,
  width: Number.isFinite(width) ? drawnWidth(word) : 0,
});

const together = (a: Row, b: Row, { space }: LineRule): Row => ({
  words: a.words + b.words,
  characters: a.characters + 1 + b.characters,
  width: a.width + space + b.width,
});

const isLine = ({ words, characters, width }: Row, rule: LineRule): boolean =>
  words <= rule.most && characters <= rule.characters && width <= rule.width;

/** Whether words fit into a cue of one or two lines. */
export const fits = (words: readonly string[], rule: LineRule): boolean => firstLine(words, rule) !== null;

/**
 * Returns how many words the first line has: all on one line, or two lines as balanced as possible; `null` if
 * they do not fit.
 */
export function firstLine(
  words: readonly string[],
  rule: LineRule,
  rows: readonly Row[] = words.map((word) => rowOf(word, rule)),
): number | null {
  const whole = rows.reduce((row, next) => together(row, next, rule));
  if (isLine(whole, rule)) return words.length;
  /** The rows from each word to the last one. */
  const lowers = [...rows];
  for (let at = rows.length - 2; at >= 0; at -= 1) lowers[at] = together(rows[at]!, lowers[at + 1]!, rule);
  let best: { count: number; score: number } | null = null;
  let upper = rows[0]!;
  for (let count = 1; count < words.length; count += 1) {
    if (count > 1) upper = together(upper, rows[count - 1]!, rule);
    const lower = lowers[count]!;
    if (!isLine(upper, rule)) break;
    if (!isLine(lower, rule)) continue;
    // A break after a comma reads better than a balanced one. A longer lower line hides less of the video.
    const isLone = Math.min(count, words.length - count) < rule.fewest;
    const score =
      Math.abs(upper.characters - lower.characters) -
      (CLAUSE_END.test(words[count - 1]!) ? 12 : 0) +
      (upper.characters > lower.characters ? 2 : 0) +
      (isLone ? LONE_LINE : 0);
    if (!best || score < best.score) best = { count, score };
  }
  return best?.count ?? null;
}

export function toLines(words: readonly string[], rule: LineRule): string[] {
  const count = firstLine(words, rule) ?? words.length;
  return [words.slice(0, count), words.slice(count)].flatMap((line) =>
    line.length > 0 ? line.join(' ') : [],
  );
}

/** Cuts a word that is longer than a line, between letters including their marks. */
export function inPieces(word: string, rule: LineRule): string[] {
  if (isLine(rowOf(word, rule), rule)) return [word];
  const pieces = [''];
  let open = { characters: 0, width: 0 };
  for (const { from, to } of splitLetters(word)) {
    const letter = rowOf(word.slice(from, to), rule);
    const longer = { characters: open.characters + letter.characters, width: open.width + letter.width };
    const isFull = pieces.at(-1) !== '' && !isLine({ words: 1, ...longer }, rule);
    if (isFull) pieces.push('');
    open = isFull ? letter : longer;
    pieces[pieces.length - 1] += word.slice(from, to);
  }
  return pieces;
}
