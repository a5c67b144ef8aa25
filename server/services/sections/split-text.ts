/** A sentence's end: its mark, closing quotes and brackets, then space. */
const SENTENCE_END = /[.?!।॥…]["'”’)\]]*\s+/gu;
const WORD_START = /(?<=\s)\S/gu;
/** A sentence's end is used if it is this close to the target position, as a share of the whole text. */
const NEAR = 0.2;

/**
 * Divides a text between words, at about the given time, at a sentence's end if one is near. No letter is
 * lost; the space at the division is.
 * @param share the share of the time that the first part takes, 0 to 1
 */
export function splitAtShare(text: string, share: number): [string, string] {
  const starts = [...text.matchAll(WORD_START)].map((match) => match.index);
  const cut = nearest(text, starts, share);
  return [text.slice(0, cut).trim(), text.slice(cut).trim()];
}

function nearest(text: string, starts: number[], share: number): number {
  const target = text.length * share;
  const closest = (places: number[]) =>
    places.reduce(
      (best, place) => (Math.abs(place - target) < Math.abs(best - target) ? place : best),
      Infinity,
    );
  const sentence = closest([...text.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length));
  if (Math.abs(sentence - target) <= text.length * NEAR) return sentence;
  const word = closest(starts);
  // A single word is not divided.
  return Number.isFinite(word) ? word : text.length;
}
