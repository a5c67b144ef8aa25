import { z } from 'zod';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Span } from '../chunks.ts';

/** The result of sherpa-onnx for one span. Times are in seconds from its start. */
export const transcribedSpanSchema = z.object({
  heard: z.object({
    text: z.string(),
    /** A token that begins a word begins with a space. */
    tokens: z.array(z.string()),
    timestamps: z.array(z.number()),
    /** Empty if the model does not report them. */
    durations: z.array(z.number()),
    logProbs: z.array(z.number()),
    /** The text of a second pass; `null` without one. */
    again: z.string().nullable(),
    language: z.string(),
  }),
});
export type TranscribedSpan = z.output<typeof transcribedSpanSchema>['heard'];

/** The assumed length of a token if the model does not report it, in ms. */
const TOKEN_MS = 160;
/**
 * The confidence of words on which both passes agree, of other words, and of words of a model without
 * confidences.
 */
const AGREED = 0.9;
const DISPUTED = 0.3;
const UNKNOWN = 0.85;

interface Piece {
  text: string;
  startMs: number;
  endMs: number;
  confidence: number;
}

/** Returns the words of one span, inside it and in order of time. */
export function wordsOfStretch(span: TranscribedSpan, stretch: Span): TranscriptWord[] {
  const pieces = hasTimes(span) ? piecesOf(span) : spreadOut(span.text, stretch);
  const agreed = span.again === null ? null : agreement(pieces, span.again);
  return pieces.map((piece, i) => {
    const startMs = Math.min(stretch.startMs + Math.round(piece.startMs), stretch.endMs - 1);
    const next = pieces[i + 1]?.startMs ?? Infinity;
    const endMs = Math.min(stretch.startMs + Math.round(Math.min(piece.endMs, next)), stretch.endMs);
    return {
      text: piece.text,
      startMs,
      endMs: Math.max(startMs + 1, endMs),
      confidence: agreed ? (agreed[i] ? AGREED : DISPUTED) : piece.confidence,
    };
  });
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, '');

/** Bengali and Hindi letters may be split between tokens, which then do not add up to the text. */
function hasTimes({ text, tokens, timestamps }: TranscribedSpan): boolean {
  return (
    tokens.length > 0 && timestamps.length === tokens.length && squeezed(tokens.join('')) === squeezed(text)
  );
}

function piecesOf({ tokens, timestamps, durations, logProbs }: TranscribedSpan): Piece[] {
  const pieces: (Piece & { sum: number; count: number })[] = [];
  for (const [i, token] of tokens.entries()) {
    const startMs = timestamps[i]! * 1000;
    const endMs = startMs + (durations[i] ? durations[i] * 1000 : TOKEN_MS);
    const logProb = logProbs[i] ?? Math.log(UNKNOWN);
    const last = pieces.at(-1);
    if (last && !/^\s/.test(token)) {
      last.text += token;
      last.endMs = endMs;
      last.sum += logProb;
      last.count += 1;
    } else {
      pieces.push({ text: token.trim(), startMs, endMs, confidence: 0, sum: logProb, count: 1 });
    }
  }
  return pieces
    .filter(({ text }) => text !== '')
    .map(({ sum, count, ...piece }) => ({
      ...piece,
      confidence: Math.min(1, Math.max(0, Math.exp(sum / count))),
    }));
}

/** Distributes a span over words in proportion to their letters. */
function spreadOut(text: string, { startMs, endMs }: Span): Piece[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return words.map((word) => {
    const at = (count: number) => ((endMs - startMs) * count) / letters;
    const from = at(before);
    before += word.length;
    return { text: word, startMs: from, endMs: at(before), confidence: UNKNOWN };
  });
}

/**
 * Returns for each word whether the other text has it too, in the same order: their longest common
 * subsequence.
 */
function agreement(pieces: readonly Piece[], other: string): boolean[] {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[\p{P}\p{S}]/gu, '');
  const mine = pieces.map(({ text }) => bare(text));
  const theirs = other
    .split(/\s+/)
    .map(bare)
    .filter((word) => word !== '');
  const lengths = Array.from({ length: mine.length + 1 }, () =>
    Array.from({ length: theirs.length + 1 }, () => 0),
  );
  for (let i = mine.length - 1; i >= 0; i -= 1) {
    for (let j = theirs.length - 1; j >= 0; j -= 1) {
      lengths[i]![j] =
        mine[i] === theirs[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const agreed = mine.map(() => false);
  for (let i = 0, j = 0; i < mine.length && j < theirs.length;) {
    if (mine[i] === theirs[j]) {
      agreed[i] = true;
      i += 1;
      j += 1;
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return agreed;
}
