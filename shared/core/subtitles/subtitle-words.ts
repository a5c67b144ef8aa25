import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { boundText } from '../text/bound-text.ts';
import { tidyWords } from './tidy-words.ts';
import type { Cue } from './cue-times.ts';

/** The longest time for a word, in milliseconds: a cue may be shown much longer than it is spoken. */
const LONGEST_WORD_MS = 1500;
/** Cues whose common time is at least this part of the shorter one are shown together. */
const TOGETHER = 0.5;

/**
 * The words of cues, each with a part of its cue's time by its length. Punctuation is kept.
 * @param cues in order of time
 * @returns in order of time, not overlapping, inside 0 to durationMs
 */
export function wordsOfCues(cues: readonly Cue[], durationMs: number): TranscriptWord[] {
  return tidyWords(oneAtATime(cues.flatMap(said)).flatMap(spread), durationMs);
}

/** What is said from startMs to endMs. */
interface Said extends Pick<Cue, 'startMs' | 'endMs'> {
  words: Pick<TranscriptWord, 'text' | 'speaker'>[];
  /** The words as one text, which identifies copies. */
  text: string;
}

/** A cue, divided where the file has the time of a word. */
function said({ text, speaker, startMs, endMs, starts = [] }: Cue): Said[] {
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

/** Cues shown together become one, with equal ones once; one with a small overlap ends where the next starts. */
function oneAtATime(cues: readonly Said[]): Said[] {
  const apart: Said[] = [];
  /** What is said together with the last one. */
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

function spread({ words, startMs, endMs }: Said): TranscriptWord[] {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return words.map((word) => {
    const at = (count: number) => Math.round(startMs + ((endMs - startMs) * count) / letters);
    const from = at(before);
    before += word.text.length;
    return { ...word, startMs: from, endMs: Math.min(at(before), from + LONGEST_WORD_MS), confidence: 1 };
  });
}
