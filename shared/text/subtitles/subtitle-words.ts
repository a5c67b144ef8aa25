import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { boundText } from '../transcript/bound-text.ts';
import { tidyWords } from '../transcript/tidy-words.ts';
import type { Cue } from './cue-times.ts';

/** The longest time for a word, in ms: a cue may be shown much longer than it is spoken. */
const LONGEST_WORD_MS = 1500;
/** Cues that overlap by at least this part of the shorter one are shown together. */
const TOGETHER = 0.5;

/**
 * Returns the words of cues. Each gets a part of its cue's time in proportion to its length. Punctuation is
 * retained.
 * @param cues in order of time
 * @returns in order of time, without overlaps, inside 0 to durationMs
 */
export function wordsOfCues(cues: readonly Cue[], durationMs: number): TranscriptWord[] {
  return tidyWords(oneAtATime(cues.flatMap(wordsOfCue)).flatMap(spread), durationMs);
}

/** Spoken text from startMs to endMs. */
interface TimedWord extends Pick<Cue, 'startMs' | 'endMs'> {
  words: Pick<TranscriptWord, 'text' | 'speaker'>[];
  /** The words as one text, which identifies copies. */
  text: string;
}

/** Divides a cue at the word times of the file. */
function wordsOfCue({ text, speaker, startMs, endMs, starts = [] }: Cue): TimedWord[] {
  const words = text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => ({ text: boundText(part), ...(speaker !== undefined && { speaker }) }));
  return [{ word: 0, startMs }, ...starts].map((start, i) => ({
    startMs: start.startMs,
    endMs: starts[i]?.startMs ?? endMs,
    words: words.slice(start.word, starts[i]?.word),
    text,
  }));
}

/**
 * Merges cues that are shown together, with equal texts once. A cue with a small overlap ends where the next
 * one starts.
 */
function oneAtATime(cues: readonly TimedWord[]): TimedWord[] {
  const apart: TimedWord[] = [];
  /** The texts spoken together with the last one. */
  let together = new Set<string>();
  for (const cue of cues) {
    const last = apart.at(-1);
    if (!last || cue.startMs >= last.endMs) {
      apart.push({ ...cue });
      together = new Set([cue.text]);
      continue;
    }
    const shared = Math.min(last.endMs, cue.endMs) - cue.startMs;
    const shorter = Math.min(last.endMs - last.startMs, cue.endMs - cue.startMs);
    if (shared >= TOGETHER * shorter) {
      if (!together.has(cue.text)) last.words.push(...cue.words);
      together.add(cue.text);
      last.endMs = Math.max(last.endMs, cue.endMs);
    } else {
      last.endMs = cue.startMs;
      apart.push({ ...cue });
      together = new Set([cue.text]);
    }
  }
  return apart;
}

function spread({ words, startMs, endMs }: TimedWord): TranscriptWord[] {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return words.map((word) => {
    const at = (count: number) => Math.round(startMs + ((endMs - startMs) * count) / letters);
    const from = at(before);
    before += word.text.length;
    return { ...word, startMs: from, endMs: Math.min(at(before), from + LONGEST_WORD_MS), confidence: 1 };
  });
}
