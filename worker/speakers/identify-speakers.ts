import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { SENTENCE_END } from '#film/captions/cues.ts';
import type { Span } from '../transcribers/chunks.ts';
import { groupVoices } from './group-voices.ts';

/** A pause of at least this length may be a change of speakers, in ms. */
const PAUSE_MS = 250;
/** A longer piece is divided before its next word, in ms. */
const LONG_MS = 6000;
/** A shorter piece is not enough to identify a voice, so it belongs to its neighbour. In ms. */
const SHORT_MS = 800;

/** Words of one person, by their positions in the list; the end is exclusive. */
interface Piece extends Span {
  first: number;
  end: number;
}

/** Divides words into pieces by one person each, as far as pauses and sentences show. */
export function piecesOf(words: readonly TranscriptWord[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, word] of words.entries()) {
    const piece = pieces.at(-1);
    const before = words[index - 1];
    const begins =
      !piece ||
      !before ||
      word.startMs - before.endMs >= PAUSE_MS ||
      SENTENCE_END.test(before.text) ||
      before.endMs - piece.startMs >= LONG_MS;
    if (begins) pieces.push({ startMs: word.startMs, endMs: word.endMs, first: index, end: index + 1 });
    else Object.assign(piece, { endMs: word.endMs, end: index + 1 });
  }
  return pieces;
}

/**
 * Adds a speaker to each word, named "Speaker 1" and so on in the order in which they begin to speak. If
 * there is only one speaker, none is added.
 * @param words in order of time
 * @param embed returns a vector for each span of the audio; `null` for a span that cannot be identified
 */
export async function identifySpeakers(
  words: readonly TranscriptWord[],
  embed: (stretches: Span[]) => Promise<(number[] | null)[]>,
): Promise<TranscriptWord[]> {
  const pieces = piecesOf(words);
  const long = pieces.filter((piece) => msOf(piece) >= SHORT_MS);
  const embeddings = await embed(long.map(({ startMs, endMs }) => ({ startMs, endMs })));
  const embedded = long.flatMap((piece, i) => {
    const embedding = embeddings[i];
    return embedding ? [{ piece, embedding, ms: msOf(piece) }] : [];
  });
  const groups = groupVoices(embedded);
  if (new Set(groups).size < 2) return [...words];
  const groupByPiece = new Map(embedded.map(({ piece }, i) => [piece, groups[i]!]));
  return pieces.flatMap((piece, index) => {
    const group =
      groupByPiece.get(piece) ??
      groupByPiece.get(nearestOf(pieces, index, (other) => groupByPiece.has(other)))!;
    return words.slice(piece.first, piece.end).map((word) => ({ ...word, speaker: `Speaker ${group + 1}` }));
  });
}

const msOf = ({ startMs, endMs }: Span) => endMs - startMs;

/**
 * Returns the nearest of the accepted pieces, by the pause between them; the earlier one if two are equally
 * near.
 */
function nearestOf(pieces: readonly Piece[], index: number, isWanted: (piece: Piece) => boolean): Piece {
  const before = pieces.slice(0, index).findLast(isWanted);
  const after = pieces.slice(index + 1).find(isWanted);
  const { startMs, endMs } = pieces[index]!;
  if (!before || !after) return (before ?? after)!;
  return startMs - before.endMs <= after.startMs - endMs ? before : after;
}
