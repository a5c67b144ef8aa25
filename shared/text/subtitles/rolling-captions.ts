import type { Cue } from './cue-times.ts';

export interface LinedCue extends Cue {
  /** The words that begin a line, by their positions in the text. */
  lineStarts: ReadonlySet<number>;
}

/** The longest pause between two cues of rolling captions, in ms. */
const LONGEST_PAUSE_MS = 100;
/** A cue this short that repeats the last one is not speech, in ms. */
const FLASH_MS = 50;
/** A cue of a text that is placed again in each frame is at most this long, in ms. */
const FRAME_MS = 150;
/** This many shared words are not a coincidence if lines are unknown. */
const SURE_WORDS = 3;
/** This many consecutive cues that begin with the end of the previous one are rolling captions. */
const SURE_CUES = 3;

/**
 * Removes from each cue of rolling captions the words that the previous cue already showed, as in live
 * captions and YouTube's automatic ones. Words that are really repeated stay: captions roll if several
 * consecutive cues do, or half of all.
 * @param cues in order of time
 */
export function withoutRolling(cues: readonly LinedCue[]): Cue[] {
  const words = cues.map(({ text }) => text.split(' '));
  const shared = cues.map((cue, i) => (i > 0 ? sharedWords(cues[i - 1]!, cue, words[i - 1]!, words[i]!) : 0));
  const isRolling = rollingPairs(cues, shared);
  const result: Cue[] = [];
  for (const [i, { lineStarts: _lines, ...cue }] of cues.entries()) {
    const last = result.at(-1);
    const isFlash = isRepeated(words[i - 1], words[i]!, shared[i]!) && cue.endMs - cue.startMs <= FLASH_MS;
    if (!last || (!isRolling[i] && !isFlash)) {
      result.push(cue);
      continue;
    }
    if (isFlash && !last.starts) last.endMs = Math.max(last.endMs, cue.endMs);
    else if (!isFlash) last.endMs = Math.max(last.startMs + 1, Math.min(last.endMs, cue.startMs));
    const rest = words[i]!.slice(shared[i]);
    if (rest.length === 0) continue;
    const starts = cue.starts
      ?.map(({ word, startMs }) => ({ word: word - shared[i]!, startMs }))
      .filter(({ word }) => word > 0);
    result.push({ ...cue, text: rest.join(' '), ...(starts && { starts }) });
  }
  return result;
}

/**
 * Removes a cue that shows the text of another one at the same time, as layers of one line do, and joins the
 * cues of a text that is placed again in each frame.
 * @param cues in order of time
 */
export function withoutCopies(cues: readonly LinedCue[]): LinedCue[] {
  const result: LinedCue[] = [];
  const last = new Map<string, { cue: LinedCue; isFrame: boolean }>();
  for (const original of cues) {
    const cue = { ...original };
    const key = JSON.stringify([cue.text, cue.speaker]);
    const before = last.get(key);
    const length = cue.endMs - cue.startMs;
    const isFrame = length <= FRAME_MS;
    const isCopy =
      before &&
      (Math.min(before.cue.endMs, cue.endMs) - cue.startMs >=
        Math.min(before.cue.endMs - before.cue.startMs, length) / 2 ||
        (before.isFrame && isFrame && isNext(before.cue, cue)));
    if (isCopy) before.cue.endMs = Math.max(before.cue.endMs, cue.endMs);
    else {
      result.push(cue);
      last.set(key, { cue, isFrame });
    }
  }
  return result;
}

/** Returns which cues continue the previous one. */
function rollingPairs(cues: readonly LinedCue[], shared: readonly number[]): boolean[] {
  const pairs = cues.filter((cue, i) => i > 0 && isNext(cues[i - 1]!, cue)).length;
  const rolling = shared.filter((count) => count > 0).length;
  const isAll = rolling >= 2 && rolling >= pairs / 2;
  const isRolling = cues.map(() => false);
  for (let from = 0; from < cues.length;) {
    let to = from;
    while (to < cues.length && shared[to]! > 0) to += 1;
    if (isAll || to - from >= SURE_CUES) isRolling.fill(true, from, to);
    from = to + 1;
  }
  return isRolling;
}

const isNext = (before: Cue, cue: Cue) => cue.startMs - before.endMs <= LONGEST_PAUSE_MS;

const isRepeated = (before: readonly string[] | undefined, words: readonly string[], shared: number) =>
  shared === words.length && shared === before?.length;

/**
 * Returns how many words at the end of a cue are shown again at the beginning of the next one; 0 if that is a
 * coincidence.
 */
function sharedWords(
  before: LinedCue,
  cue: LinedCue,
  beforeWords: readonly string[],
  words: readonly string[],
): number {
  if (!isNext(before, cue) || before.speaker !== cue.speaker) return 0;
  const count = overlap(beforeWords, words);
  // The speaker may repeat a whole cue.
  if (isRepeated(beforeWords, words, count) && cue.endMs - cue.startMs > FLASH_MS) return 0;
  const isLine = before.lineStarts.has(beforeWords.length - count);
  return isLine || count >= SURE_WORDS ? count : 0;
}

/**
 * Returns the length of the longest suffix of `before` that is a prefix of `words` (Knuth, Morris and Pratt).
 */
function overlap(before: readonly string[], words: readonly string[]): number {
  const fallback = [0];
  for (let i = 1, length = 0; i < words.length; i += 1) {
    while (length > 0 && words[i] !== words[length]) length = fallback[length - 1]!;
    if (words[i] === words[length]) length += 1;
    fallback.push(length);
  }
  let length = 0;
  for (const word of before.slice(-words.length)) {
    if (length === words.length) length = fallback[length - 1]!;
    while (length > 0 && word !== words[length]) length = fallback[length - 1]!;
    if (word === words[length]) length += 1;
  }
  return length;
}
