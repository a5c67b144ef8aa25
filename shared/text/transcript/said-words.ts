import type { Spoken } from '#contract/jobs/generation.ts';
import type { TextPlace } from '../letters/letters.ts';
import { normalise } from '../letters/normalise.ts';
import { numberWords } from '../words/number-words.ts';
import { trimSigns } from '../letters/trim-signs.ts';

/** The share of recognised words that may be corrected before a text counts as different, in tenths. */
const CORRECTED_OF_TEN = 3;
/** If both together have more words than this left to compare, the text does not count as a correction. */
const MAX_COMPARED = 3_000;
/**
 * The duration of a word that was not recognised, after the previous word, in ms, if the next one leaves
 * room.
 */
const UNRECOGNISED_MS = 300;

/** Substituting a word costs less than one deletion and one insertion, but more than matching. */
const CHANGE_COST = 3;
const SKIP_COST = 2;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** A word in a script that puts spaces between words. */
const PLAIN_WORD = /^[\p{Script=Latin}\p{Script=Devanagari}\p{Script=Bengali}\p{M}\p{N}]+$/u;
/**
 * The segmenter gets this many characters at a time: its time and memory grow with the square of a long word.
 */
const ONE_SEGMENTATION = /[^]{1,200}/gu;

/**
 * The keys of long texts, the latest last. The same text is compared several times, and segmenting it is
 * slow.
 */
const cache = new Map<string, readonly string[]>();
const MAX_CACHED = 16;
/** Shorter texts are segmented again each time, in characters. */
const KNOWN_FROM = 500;

/** Returns a text's words for comparison: without case, punctuation and marks that only join letters. */
function keysOf(text: string): readonly string[] {
  if (text.length < KNOWN_FROM) return divided(text);
  const keys = cache.get(text) ?? divided(text);
  cache.delete(text);
  cache.set(text, keys);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  return keys;
}

function divided(text: string): string[] {
  // Most words of a long text occur several times.
  const bare = new Map<string, string>();
  const bareOf = (word: string): string => {
    const cached = bare.get(word);
    if (cached !== undefined) return cached;
    const letters = normalise(word, 'NFKC').toLowerCase();
    const stripped = letters.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
    bare.set(word, stripped);
    return stripped;
  };
  return text.split(/\s+/u).flatMap((written) => {
    const plain = trimSigns(written);
    if (plain === '') return [];
    const words = PLAIN_WORD.test(plain) ? [plain] : inWords(written);
    return words.flatMap((word) => bareOf(word) || []);
  });
}

function inWords(written: string): string[] {
  const pieces = written.match(ONE_SEGMENTATION) ?? [];
  return pieces.flatMap((piece) =>
    [...segmenter.segment(piece)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : [])),
  );
}

/**
 * Compares a text with what was recognised: the same words; some corrected, at most 30% of the recognised
 * ones (each changed, omitted or added word counts), but one of two or more; or a different text. Works for
 * any script. Case and punctuation do not count.
 */
export function compareSpeech(transcript: string, text: string): 'same' | 'corrected' | 'other' {
  const before = keysOf(transcript);
  const after = keysOf(text);
  const share = Math.floor((before.length * CORRECTED_OF_TEN) / 10);
  const allowed = before.length > 1 ? Math.max(1, share) : 0;
  const distance = distanceWithin(...numberWords(before, after), allowed);
  if (distance === 0) return 'same';
  return distance === null ? 'other' : 'corrected';
}

/** Returns how many items must be changed, removed or added to turn a into b; `null` if more than `limit`. */
function distanceWithin(a: number[], b: number[], limit: number): number | null {
  const { head, tail } = commonEnds(a, b);
  const from = a.slice(head, a.length - tail);
  const to = b.slice(head, b.length - tail);
  if (Math.abs(from.length - to.length) > limit || from.length + to.length > MAX_COMPARED) return null;
  const far = limit + 1;
  let row = Array.from({ length: to.length + 1 }, (_, j) => Math.min(j, far));
  for (const [i, word] of from.entries()) {
    const next = Array.from({ length: to.length + 1 }, () => far);
    if (i < limit) next[0] = i + 1;
    // A path further from the diagonal than the limit costs more than the limit.
    const last = Math.min(to.length, i + 1 + limit);
    for (let j = Math.max(1, i + 1 - limit); j <= last; j += 1) {
      const changed = row[j - 1]! + (word === to[j - 1] ? 0 : 1);
      next[j] = Math.min(changed, row[j]! + 1, next[j - 1]! + 1, far);
    }
    row = next;
  }
  return row.at(-1)! > limit ? null : row.at(-1)!;
}

function commonEnds(a: number[], b: number[]): { head: number; tail: number } {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return { head, tail };
}

/**
 * Returns a text's words with the times at which they are spoken. A recognised word has its own time. Other
 * words share the time of the recognised words that they replace, or follow the previous word.
 * @param transcript in order of time, without overlaps; if empty, the text is spread over `lengthMs`
 */
export function timeWords(text: string, transcript: readonly Spoken[], lengthMs: number): Spoken[] {
  const textWords = text.split(/\s+/u).filter(Boolean);
  const keys = textWords.map(keysOf);
  const sounds = transcript.flatMap(inParts);
  if (textWords.length === 0) return [];
  if (keys.every((parts) => parts.length === 0) || sounds.length === 0) {
    return [{ text: textWords.join(' '), startMs: 0, endMs: lengthMs }];
  }
  const times = timesOf(sounds, keys.flat());
  const timed: Spoken[] = [];
  // A sign on its own is not spoken: it joins the previous word, or the first one.
  let pending = '';
  let at = 0;
  for (const [index, word] of textWords.entries()) {
    const parts = times.slice(at, at + keys[index]!.length);
    at += parts.length;
    if (parts.length > 0) {
      timed.push({ text: pending + word, startMs: parts[0]!.startMs, endMs: parts.at(-1)!.endMs });
      pending = '';
    } else if (timed.length > 0) timed.at(-1)!.text += ` ${word}`;
    else pending += `${word} `;
  }
  return timed;
}

/**
 * Returns the position of each recognised word in a text; `null` for a word that the text does not contain,
 * or contains differently.
 */
export function placesOfTranscript(transcript: readonly string[], text: string): (TextPlace | null)[] {
  const textWords = [...text.matchAll(/\S+/gu)].flatMap(({ 0: word, index }) =>
    keysOf(word).map((key) => ({ key, from: index, to: index + word.length })),
  );
  const sounds = transcript.flatMap((word, index) => keysOf(word).map((key) => ({ key, index })));
  const places = transcript.map((): TextPlace | null => null);
  const pairs = matches(
    sounds.map(({ key }) => key),
    textWords.map(({ key }) => key),
  );
  for (const [sound, place] of pairs) {
    const { from, to } = textWords[place]!;
    places[sounds[sound]!.index] ??= { from, to };
  }
  return places;
}

/** Replaces the word at a place of a text and keeps the punctuation around it. An empty word removes it. */
export function withWordAt(text: string, { from, to }: TextPlace, word: string): string {
  const written = text.slice(from, to);
  const [before = '', after = ''] = [/^[\p{P}\p{S}]*/u, /(?<![\p{P}\p{S}])[\p{P}\p{S}]*$/u].map(
    (signs) => signs.exec(written)?.[0],
  );
  const instead = word.trim();
  if (instead !== '') return text.slice(0, from) + before + instead + after + text.slice(to);
  const [head, tail] = [text.slice(0, from).trimEnd(), text.slice(to).trimStart()];
  const sign = /[.!?।…]/u.test(after) ? after : '';
  return [head + sign, tail].filter((part) => part !== '').join(' ');
}

interface Time {
  startMs: number;
  endMs: number;
}
type Sound = Time & { key: string };

/** A word that was recognised as one may be compared as several. */
function inParts({ text, startMs, endMs }: Spoken): Sound[] {
  const keys = keysOf(text);
  const times = spread(keys, { startMs, endMs });
  return keys.map((key, index) => ({ key, ...times[index]! }));
}

/** Spreads words over a time in proportion to their lengths. */
function spread(keys: readonly string[], { startMs, endMs }: Time): Time[] {
  const total = keys.reduce((sum, key) => sum + key.length, 0);
  let before = 0;
  return keys.map((key) => {
    const at = (letters: number) => Math.round(startMs + ((endMs - startMs) * letters) / total);
    const start = before;
    before += key.length;
    return { startMs: at(start), endMs: at(before) };
  });
}

/** Returns the time of each word of a text, between the words that were recognised as written. */
function timesOf(sounds: Sound[], keys: string[]): Time[] {
  const times: Time[] = [];
  let soundIndex = 0;
  const end: [number, number] = [sounds.length, keys.length];
  for (const [sound, word] of [
    ...matches(
      sounds.map(({ key }) => key),
      keys,
    ),
    end,
  ]) {
    times.push(
      ...between(sounds.slice(soundIndex, sound), keys.slice(times.length, word), times, sounds[sound]),
    );
    if (word < keys.length) times.push({ startMs: sounds[sound]!.startMs, endMs: sounds[sound]!.endMs });
    soundIndex = sound + 1;
  }
  return times;
}

/**
 * Returns the times of words that were not recognised as written; `instead` was recognised between the timed
 * words and `next`.
 */
function between(instead: Sound[], keys: string[], timed: Time[], next: Time | undefined): Time[] {
  if (keys.length === 0) return [];
  if (instead.length === keys.length) return instead.map(({ startMs, endMs }) => ({ startMs, endMs }));
  const first = instead[0];
  if (first) return spread(keys, { startMs: first.startMs, endMs: instead.at(-1)!.endMs });
  const last = timed.at(-1);
  const fromMs = last?.endMs ?? Math.max(0, next!.startMs - UNRECOGNISED_MS * keys.length);
  const untilMs = Math.min(next?.startMs ?? Infinity, fromMs + UNRECOGNISED_MS * keys.length);
  return spread(keys, { startMs: fromMs, endMs: Math.max(fromMs, untilMs) });
}

/**
 * Returns the pairs of equal words that the shortest edit from one list to the other keeps, in order, as
 * indexes.
 */
function matches(transcript: string[], textKeys: string[]): [number, number][] {
  const [a, b] = numberWords(transcript, textKeys);
  const { head, tail } = commonEnds(a, b);
  const from = a.slice(head, a.length - tail);
  const to = b.slice(head, b.length - tail);
  const inHead = Array.from({ length: head }, (_, i): [number, number] => [i, i]);
  const inTail = Array.from({ length: tail }, (_, i): [number, number] => [
    a.length - tail + i,
    b.length - tail + i,
  ]);
  const middle = from.length + to.length > MAX_COMPARED ? [] : matchesWithin(from, to);
  return [...inHead, ...middle.map(([i, j]): [number, number] => [i + head, j + head]), ...inTail];
}

function matchesWithin(a: number[], b: number[]): [number, number][] {
  const width = b.length + 1;
  const costs = new Uint16Array((a.length + 1) * width);
  const cost = (i: number, j: number) => costs[i * width + j]!;
  const swap = (i: number, j: number) => cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : CHANGE_COST);
  for (let i = 0; i <= a.length; i += 1) {
    for (let j = 0; j <= b.length; j += 1) {
      costs[i * width + j] =
        i === 0 || j === 0
          ? (i + j) * SKIP_COST
          : Math.min(swap(i, j), cost(i - 1, j) + SKIP_COST, cost(i, j - 1) + SKIP_COST);
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [a.length, b.length];
  while (i > 0 && j > 0) {
    if (cost(i, j) === swap(i, j)) {
      i -= 1;
      j -= 1;
      if (a[i] === b[j]) pairs.push([i, j]);
    } else if (cost(i, j) === cost(i - 1, j) + SKIP_COST) i -= 1;
    else j -= 1;
  }
  return pairs.toReversed();
}
