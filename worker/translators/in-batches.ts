import { splitText } from '../text/split-text.ts';
import type { TranslateInput } from './translator.ts';

export interface BatchLimits {
  /** The most pieces in one request. */
  pieces: number;
  /** The most UTF-16 code units in one request. */
  length: number;
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/**
 * Translates texts line by line, so that every engine keeps their line breaks; long lines in pieces of whole sentences.
 * Lines without a letter stay as they are.
 * @param send translates one batch; returns one translation for each text, in order
 */
export async function translateInBatches(
  { texts, from, to, signal, onProgress }: TranslateInput,
  limits: BatchLimits,
  send: (batch: string[]) => Promise<string[]>,
): Promise<string[]> {
  const lines = texts.map((text) => text.trim().split(LINE_BREAK).map(toPieces));
  const pieces = from === to ? [] : lines.flat(2).filter((piece) => piece.wanted);
  const all = batches(pieces, limits);
  for (const [index, batch] of all.entries()) {
    signal?.throwIfAborted();
    const translated = await send(batch.map((piece) => piece.text));
    for (const [i, piece] of batch.entries()) piece.text = oneLine(translated[i]!);
    onProgress?.((index + 1) / all.length);
  }
  return lines.map((text) => text.map((line) => line.map((piece) => piece.text).join(' ')).join('\n'));

  function toPieces(line: string): Piece[] {
    return splitText(line, limits.length).map((text) => ({ text, wanted: /\p{L}/u.test(text) }));
  }
}

interface Piece {
  /** The original, later the translation. */
  text: string;
  wanted: boolean;
}

function batches(pieces: readonly Piece[], limits: BatchLimits): Piece[][] {
  const found: Piece[][] = [];
  let length = 0;
  for (const piece of pieces) {
    const last = found.at(-1);
    length += piece.text.length;
    if (last && last.length < limits.pieces && length <= limits.length) last.push(piece);
    else {
      found.push([piece]);
      length = piece.text.length;
    }
  }
  return found;
}

/** Without characters that a database refuses (NUL, lone surrogates) and signs that reverse the text. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF\s]+/gu, ' ').trim();
}
