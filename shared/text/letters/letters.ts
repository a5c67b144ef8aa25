/** A part of a text, as positions in UTF-16 code units. */
export interface TextPlace {
  from: number;
  to: number;
}

/**
 * Shortens a text to at most `most` UTF-16 code units: whole letters, and "…" if some are missing. Takes
 * linear time.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = splitLetters(text).findLast(({ to }) => to < most);
  return `${text.slice(0, last?.to ?? 0).trimEnd()}…`;
}

/**
 * A character, the two of a flag, or the parts of a Korean syllable, with the marks, joiners and skin tones
 * that follow.
 */
const CLUSTER = /(?:\p{RI}{2}|[\u1100-\u115F]+[\u1160-\u11FF]*|[^])[\p{M}\p{Emoji_Modifier}\u200C\u200D]*/gu;
const VIRAMA = /[\u094D\u09CD]/;
const LETTER = /^\p{L}/u;
const PICTURE = /^\p{Extended_Pictographic}/u;

/**
 * Splits a text into letters as a reader counts them: a character with its marks. Letters joined by a virama
 * are one, and so are emoji joined by a zero-width joiner. Takes linear time, whatever the text contains.
 */
export function splitLetters(text: string): TextPlace[] {
  const letters: TextPlace[] = [];
  /** The pattern with which the next cluster must begin to belong to the last letter. */
  let joins: RegExp | undefined;
  for (const { 0: cluster, index: from } of text.matchAll(CLUSTER)) {
    const to = from + cluster.length;
    if (joins?.test(cluster)) letters.at(-1)!.to = to;
    else letters.push({ from, to });
    if (LETTER.test(cluster) && VIRAMA.test(cluster)) joins = LETTER;
    else joins = cluster.endsWith('\u200D') ? PICTURE : undefined;
  }
  return letters;
}
