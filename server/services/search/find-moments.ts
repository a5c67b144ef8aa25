import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { findInText } from '#text/find/find-text.ts';
import type { Backend } from '#core/backend.ts';
import { findWords } from '#core/repositories/projects/section-words.ts';
import { findSectionsSaying, type FoundSection } from '#core/repositories/views/find-moments.ts';
import type { Caller } from '../caller.ts';

/** The maximum number of moments of a search. */
const MAX_MOMENTS = 20;

/** A section whose text contains the searched words, and where they are first spoken in its video, in ms. */
export interface Moment extends FoundSection {
  /** `null` if the transcript does not have the words in this order, as in a rewritten text. */
  spoken: { startMs: number; endMs: number } | null;
}

/** Finds words in the texts of the caller's own projects, or of one of them, newest projects first. */
export async function findMoments(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { query, projectId }: { query: string; projectId?: string | undefined },
): Promise<Moment[]> {
  const moments = await findSectionsSaying(db, userId, { query, projectId, limit: MAX_MOMENTS });
  const words = await findWords(
    db,
    moments.map(({ id }) => id),
  );
  return moments.map((section) => ({ ...section, spoken: findSpoken(words.get(section.id) ?? [], query) }));
}

/** Returns where words are first spoken in a transcript. */
function findSpoken(words: readonly TranscriptWord[], query: string): Moment['spoken'] {
  let text = '';
  const starts = words.map((word) => {
    const start = text.length;
    text += `${word.text} `;
    return start;
  });
  const [place] = findInText(text, { find: query, matchCase: false, wholeWords: false });
  if (!place) return null;
  const wordAt = (letter: number) => words[starts.findLastIndex((start) => start <= letter)]!;
  return { startMs: wordAt(place.from).startMs, endMs: wordAt(place.to - 1).endMs };
}
