import type { TimeBudget } from '#contract/excerpt.ts';
import { splitText } from '../text/split-text.ts';
import type { TranslateInput } from './translator.ts';

export interface BatchLimits {
  /** The maximum number of pieces in one request. */
  pieces: number;
  /** The most UTF-16 code units in one request. */
  length: number;
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/**
 * Translates texts line by line, so that every engine preserves their line breaks. Long lines are translated
 * in pieces of whole sentences. Lines without a letter are left unchanged.
 * @param send translates one batch and returns one translation for each text, in order; it may report the
 * completed part of the batch, 0 to 1; a piece of a text has that part of its text's budget
 */
export async function translateInBatches(
  { texts, from, to, budgets, signal, onProgress }: TranslateInput,
  limits: BatchLimits,
  send: (batch: string[], onPart: (fraction: number) => void, budgets: Budgets) => Promise<string[]>,
): Promise<string[]> {
  const lines = texts.map((text, i) => {
    const budget = budgets?.[i];
    const toPieces = (line: string): Piece[] =>
      splitText(line, limits.length).map((piece) => ({
        text: piece,
        wanted: /\p{L}/u.test(piece),
        budget: budget && partOf(budget, piece.length / text.trim().length),
      }));
    return text.trim().split(LINE_BREAK).map(toPieces);
  });
  const pieces = from === to ? [] : lines.flat(2).filter((piece) => piece.wanted);
  const all = batches(pieces, limits);
  for (const [index, batch] of all.entries()) {
    signal?.throwIfAborted();
    const translated = await send(
      batch.map((piece) => piece.text),
      (fraction) => onProgress?.((index + fraction) / all.length),
      batch.map((piece) => piece.budget),
    );
    for (const [i, piece] of batch.entries()) piece.text = oneLine(translated[i]!);
    onProgress?.((index + 1) / all.length);
  }
  return lines.map((text) => text.map((line) => line.map((piece) => piece.text).join(' ')).join('\n'));
}

type Budgets = readonly (TimeBudget | undefined)[];

function partOf({ seconds, words }: TimeBudget, part: number): TimeBudget {
  return { seconds: Math.max(1, Math.round(seconds * part)), words: Math.max(1, Math.round(words * part)) };
}

interface Piece {
  /** The original text, replaced by its translation later. */
  text: string;
  wanted: boolean;
  budget: TimeBudget | undefined;
}

function batches(pieces: readonly Piece[], limits: BatchLimits): Piece[][] {
  const batches: Piece[][] = [];
  let length = 0;
  for (const piece of pieces) {
    const last = batches.at(-1);
    length += piece.text.length;
    if (last && last.length < limits.pieces && length <= limits.length) last.push(piece);
    else {
      batches.push([piece]);
      length = piece.text.length;
    }
  }
  return batches;
}

/** Removes characters that a database refuses (NUL, lone surrogates) and those that reverse the text. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF\s]+/gu, ' ').trim();
}
