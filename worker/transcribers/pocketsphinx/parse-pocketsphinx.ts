import type { TranscriptWord } from '#contract/jobs/processing.ts';

/** `word start end confidence`, with times in seconds, as -time yes prints it. */
const LINE = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+(?:\.\d+)?(?:e[-+]?\d+)?)$/;
/** <s>, <sil>, [NOISE], [SPEECH], ++UH++. */
const FILLER = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/;
/** The dictionary's marker of another pronunciation: "your(2)". */
const VARIANT = /\(\d+\)$/;

export interface PocketsphinxLine {
  /** The end of this line's span, in ms, which is the engine's progress. */
  endMs: number;
  /** `null` for silence, noise and sentence markers. */
  word: TranscriptWord | null;
}

/**
 * Parses one line of `pocketsphinx_continuous -time yes`.
 * @returns `null` for lines that are not about one word (the hypothesis, messages)
 */
export function parsePocketsphinxLine(line: string): PocketsphinxLine | null {
  const match = LINE.exec(line.trim());
  if (!match) return null;
  const [, token = '', start, end, confidence] = match;
  const startMs = Math.round(Number(start) * 1000);
  const endMs = Math.round(Number(end) * 1000);
  const text = token.replace(VARIANT, '');
  if (FILLER.test(token) || text === '' || endMs <= startMs) return { endMs, word: null };
  return { endMs, word: { text, startMs, endMs, confidence: Math.min(1, Math.max(0, Number(confidence))) } };
}
