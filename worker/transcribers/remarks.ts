import type { TranscriptWord } from '#contract/jobs/processing.ts';

/** A remark extends from its mark to the matching one, over all words in between. */
const CLOSING: Record<string, string> = { '[': ']', '(': ')', '*': '*', '♪': '♪' };

/** Removes remarks, including their marks. */
export function withoutRemarks(words: readonly TranscriptWord[]): TranscriptWord[] {
  const retained: TranscriptWord[] = [];
  let closing: string | null = null;
  for (const word of words) {
    const opens: string | undefined = closing === null ? CLOSING[word.text[0]!] : undefined;
    closing = opens ?? closing;
    if (closing === null) retained.push(word);
    // A lone ♪ opens a remark; it does not close itself.
    else if (
      !(opens && word.text.length === 1) &&
      word.text.replace(/(?<![.,!?])[.,!?]+$/, '').endsWith(closing)
    )
      closing = null;
  }
  return retained;
}
