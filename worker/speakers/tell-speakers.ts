import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { SENTENCE_END } from '#core/subtitles/cues.ts';
import type { Span } from '../transcribers/chunks.ts';
import { groupVoices } from './group-voices.ts';

/** A pause at least this long may be a change of speakers, in ms. */
const PAUSE_MS = 250;
/** A longer piece is cut before its next word, in ms. */
const LONG_MS = 6000;
/** A shorter piece tells too little of a voice: it belongs to its neighbour, in ms. */
const SHORT_MS = 800;

/** Words that one person says, by their places in the list: from first, before end. */
interface Piece extends Span {
  first: number;
  end: number;
}

/** The pieces of what is said, each by one person as far as pauses and sentences tell. */
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
 * Names who says each word, as "Speaker 1" and so on in the order in which they begin to speak. Where only one person
 * speaks, nobody is named.
 * @param words in order of time
 * @param embed a vector for each stretch of the sound; null for one that tells nothing
 */
export async function tellSpeakers(
  words: readonly TranscriptWord[],
  embed: (stretches: Span[]) => Promise<(number[] | null)[]>,
): Promise<TranscriptWord[]> {
  const pieces = piecesOf(words);
  const long = pieces.filter((piece) => msOf(piece) >= SHORT_MS);
  const embeddings = await embed(long.map(({ startMs, endMs }) => ({ startMs, endMs })));
  const telling = long.flatMap((piece, i) => {
    const embedding = embeddings[i];
    return embedding ? [{ piece, embedding, ms: msOf(piece) }] : [];
  });
  const groups = groupVoices(telling);
  if (new Set(groups).size < 2) return [...words];
  const known = new Map(telling.map(({ piece }, i) => [piece, groups[i]!]));
  return pieces.flatMap((piece, index) => {
    const group = known.get(piece) ?? known.get(nearestOf(pieces, index, (other) => known.has(other)))!;
    return words.slice(piece.first, piece.end).map((word) => ({ ...word, speaker: `Speaker ${group + 1}` }));
  });
}

const msOf = ({ startMs, endMs }: Span) => endMs - startMs;

/** The piece with the shortest pause to one, among those that are wanted; the earlier one where two are as near. */
function nearestOf(pieces: readonly Piece[], index: number, isWanted: (piece: Piece) => boolean): Piece {
  const before = pieces.slice(0, index).findLast(isWanted);
  const after = pieces.slice(index + 1).find(isWanted);
  const { startMs, endMs } = pieces[index]!;
  if (!before || !after) return (before ?? after)!;
  return startMs - before.endMs <= after.startMs - endMs ? before : after;
}
