import type { Spoken } from '#contract/jobs/generation.ts';
import { type DrawnIn, type LineRule, lineRule } from './caption-lines.ts';
import { CLAUSE_END, fits, inPieces, toLines } from './break-lines.ts';
import { shortCues } from './short-cues.ts';

/** Spoken text and its speaker; `speaker` is absent if unknown. */
export interface SpokenWord extends Spoken {
  speaker?: string;
}

export interface Cue {
  /** The times, in ms from the start of the film (or of the section into which the cue is drawn). */
  startMs: number;
  endMs: number;
  /** One or two lines, as `lineRule` allows them. */
  lines: string[];
  /** The speaker, if known: a cue contains the words of one speaker. */
  speaker?: string;
}

/** A cue with the times of its words, in order. Each word is highlighted until the next one is spoken. */
export interface TimedCue extends Cue {
  words: { startMs: number; endMs: number }[];
}

/** A word stays highlighted in a pause up to this long, in ms. */
const LIT_PAUSE_MS = 400;

/** The fastest readable speed, in characters per second. */
const READING_SPEED = 20;
/** The shortest and longest cue, in ms. */
const SHORTEST_MS = 800;
const LONGEST_MS = 7_000;
/** The longest time for which a cue stays after its last word if nothing follows, in ms. */
const LINGER_MS = 600;
/** A pause of at least this length ends a cue rather than a line, in ms. */
const PAUSE_MS = 500;
/** The shortest pause that may leave one word of a sentence alone in a cue, in ms. */
const LONE_PAUSE_MS = 2_000;
/** The cost of a cue with too few words when cues are balanced: greater than any imbalance. */
const LACKING = 1_000;
/** Matches the end of a sentence's last word. */
export const SENTENCE_END = /[.!?।॥…]["'”’)\]]*$/u;

/**
 * Counts characters in the strictest way: the marks of a Bengali or Hindi letter count too, so that the
 * limits hold however a player or a broadcaster counts.
 */
function characters(text: string): number {
  return text.length;
}

/**
 * Creates subtitles of a spoken text. A cue has at most two lines of 42 characters and is shown no faster
 * than 20 characters a second, if the time up to `endMs` allows it; cues never overlap. If a person speaks
 * faster, cues stay longer and the next ones follow late and catch up in the pauses; without enough time, all
 * are shown faster. Lines of large letters are shorter. If the speakers are known, each cue has the words of
 * one speaker.
 * @param spoken in order of time, without overlaps; times in ms
 * @param drawn the style of captions that are drawn, and the size of the video; lines in a vertical one have
 * three to five words
 */
export function makeCues(
  spoken: readonly SpokenWord[],
  endMs: number,
  drawn: DrawnIn = { captionSize: 'medium' },
): TimedCue[] {
  const rule = lineRule(drawn);
  const groups = group(
    spoken.flatMap((part) => toWords(part, rule)),
    rule,
  );
  const cues = groups.map((words) => ({
    startMs: words[0]!.startMs,
    endMs: words.at(-1)!.endMs,
    lines: toLines(
      words.map((word) => word.text),
      rule,
    ),
    words: words.map(({ startMs, endMs: spokenTo }) => ({ startMs, endMs: spokenTo })),
    ...speakerOf(words[0]!),
  }));
  return settle(cues, endMs).map((cue) => ({ ...cue, words: litWords(cue) }));
}

/** Returns a speaker as a property, if there is one. */
export const speakerOf = ({ speaker }: { speaker?: string }): { speaker?: string } =>
  speaker === undefined ? {} : { speaker };

/**
 * Returns when each word of a cue is highlighted: as it is spoken, or as late and as fast as the cue follows
 * the speaker.
 */
function litWords({ startMs, endMs, words }: TimedCue): TimedCue['words'] {
  const from = words[0]!.startMs;
  const span = words.at(-1)!.endMs - from;
  const pace = span > 0 ? Math.min(1, (endMs - startMs) / span) : 1;
  const at = (ms: number) => Math.round(startMs + (ms - from) * pace);
  return words.map((word, index) => {
    const next = words[index + 1];
    const isBeforeNext = next !== undefined && next.startMs - word.endMs <= LIT_PAUSE_MS;
    return { startMs: at(word.startMs), endMs: at(isBeforeNext ? next.startMs : word.endMs) };
  });
}

/** Distributes text over its words in proportion to their lengths. A word longer than a line is cut. */
function toWords({ text, startMs, endMs, speaker }: SpokenWord, rule: LineRule): SpokenWord[] {
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => inPieces(word, rule));
  const lengths = words.map((word) => characters(word) + 1);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  return words.map((word, index) => {
    const at = (done: number) => Math.round(startMs + ((endMs - startMs) * done) / total);
    const start = before;
    before += lengths[index]!;
    return { text: word, startMs: at(start), endMs: at(before), ...speakerOf({ speaker }) };
  });
}

/** Whether lines have a limited number of words. */
const isShortLined = ({ most }: LineRule): boolean => Number.isFinite(most);

/**
 * Groups words into cues: whole sentences if they fit, otherwise cut after a clause, otherwise at full lines.
 */
function group(words: readonly SpokenWord[], rule: LineRule): SpokenWord[][] {
  const groups: SpokenWord[][] = [];
  let open: SpokenWord[] = [];
  const close = (count = open.length) => {
    const closed = open.slice(0, count);
    if (count > 0) groups.push(...(isShortLined(rule) ? shortCues(closed, rule, LONGEST_MS) : [closed]));
    open = open.slice(count);
  };
  for (const word of words) {
    const last = open.at(-1);
    if (last && last.speaker !== word.speaker) close();
    else if (last && word.startMs - last.endMs > (open.length === 1 ? LONE_PAUSE_MS : PAUSE_MS)) close();
    const full = () =>
      open.length > 0 &&
      !isShortLined(rule) &&
      (!fits(
        [...open, word].map(({ text }) => text),
        rule,
      ) ||
        word.endMs - open[0]!.startMs > LONGEST_MS);
    // The rest of a cut cue may still be too long.
    while (full()) close(cutAt(open));
    open.push(word);
    if (SENTENCE_END.test(word.text)) close();
  }
  close();
  return accompany(joinShort(groups, rule), rule);
}

/** Returns how many words stay in a full cue: up to the last clause in its second half, otherwise all. */
function cutAt(words: readonly SpokenWord[]): number {
  const clause = words.findLastIndex(({ text }) => CLAUSE_END.test(text));
  return clause + 1 > words.length / 2 ? clause + 1 : words.length;
}

/**
 * Merges a very short sentence with its neighbour if both fit into one cue without a pause between them; in a
 * vertical film, also one with too few words.
 */
function joinShort(groups: SpokenWord[][], rule: LineRule): SpokenWord[][] {
  const joined: SpokenWord[][] = [];
  for (const words of groups) {
    const before = joined.at(-1);
    const isShort = (part: SpokenWord[]) =>
      part.at(-1)!.endMs - part[0]!.startMs < SHORTEST_MS ||
      (isShortLined(rule) && part.length < rule.fewest);
    const together = before && [...before, ...words];
    if (
      together &&
      before.at(-1)!.speaker === words[0]!.speaker &&
      (isShort(before) || isShort(words)) &&
      words[0]!.startMs - before.at(-1)!.endMs <= PAUSE_MS &&
      fits(
        together.map(({ text }) => text),
        rule,
      ) &&
      together.at(-1)!.endMs - together[0]!.startMs <= LONGEST_MS
    ) {
      joined[joined.length - 1] = together;
    } else joined.push(words);
  }
  return joined;
}

/** Moves words of the neighbouring cue to a lone word of the same sentence. */
function accompany(groups: SpokenWord[][], rule: LineRule): SpokenWord[][] {
  const shared: SpokenWord[][] = [];
  for (const words of groups) {
    const before = shared.at(-1);
    const parts = before && isLoneBeside(before, words, rule) ? shareOut([...before, ...words], rule) : null;
    if (parts) shared.splice(-1, 1, ...parts);
    else shared.push(words);
  }
  return shared;
}

/**
 * Whether two cues are of one sentence and speaker, without a pause between them, and one has too few words.
 */
function isLoneBeside(before: SpokenWord[], words: SpokenWord[], { fewest }: LineRule): boolean {
  const last = before.at(-1)!;
  const isLone = before.length < fewest || words.length < fewest;
  return (
    isLone &&
    last.speaker === words[0]!.speaker &&
    !SENTENCE_END.test(last.text) &&
    words[0]!.startMs - last.endMs <= LONE_PAUSE_MS
  );
}

/** Divides words into one cue, or two balanced ones of at least two words; `null` if they do not fit. */
function shareOut(words: SpokenWord[], rule: LineRule): SpokenWord[][] | null {
  const isCue = (part: SpokenWord[]) =>
    fits(
      part.map(({ text }) => text),
      rule,
    ) && part.at(-1)!.endMs - part[0]!.startMs <= LONGEST_MS;
  if (isCue(words)) return [words];
  const lengthOf = (part: SpokenWord[]) => part.reduce((sum, { text }) => sum + characters(text), 0);
  let best: { parts: SpokenWord[][]; uneven: number } | null = null;
  for (let at = 2; at <= words.length - 2; at += 1) {
    const parts = [words.slice(0, at), words.slice(at)];
    const lacks = Math.min(at, words.length - at) < rule.fewest;
    const uneven = Math.abs(lengthOf(parts[0]!) - lengthOf(parts[1]!)) + (lacks ? LACKING : 0);
    if (parts.every(isCue) && (!best || uneven < best.uneven)) best = { parts, uneven };
  }
  return best?.parts ?? null;
}

/** Gives each cue its reading time, taken from the pause after it or, failing that, from the next cue. */
function settle(cues: TimedCue[], endMs: number): TimedCue[] {
  const targets = cues.map((cue) => {
    const reading = Math.ceil(
      (cue.lines.reduce((sum, line) => sum + characters(line), 0) * 1000) / READING_SPEED,
    );
    return Math.max(SHORTEST_MS, reading);
  });
  const total = targets.reduce((sum, ms) => sum + ms, 0);
  const needs = total <= endMs ? targets : targets.map((ms) => Math.floor((ms * endMs) / total));
  // Backwards: the latest start of a cue with which all later ones can still be read.
  const latest: number[] = [];
  let limit = endMs;
  for (let i = cues.length - 1; i >= 0; i -= 1) {
    limit -= needs[i]!;
    latest[i] = limit;
  }
  let free = 0;
  const settled = cues.map((cue, i) => {
    // Spoken too fast for the rest to follow: start before the word, but never over the previous cue.
    const startMs = Math.max(free, Math.min(cue.startMs, Math.max(0, latest[i]!)));
    const nextMs = cues[i + 1] ? Math.max(cues[i + 1]!.startMs, startMs + 1) : endMs;
    const target = Math.max(startMs + needs[i]!, Math.min(cue.endMs + LINGER_MS, nextMs));
    free = Math.min(target, endMs);
    return { ...cue, startMs, endMs: free };
  });
  return settled.filter((cue) => cue.endMs > cue.startMs);
}
