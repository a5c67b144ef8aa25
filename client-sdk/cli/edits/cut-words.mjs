// @ts-check

/** @typedef {{ startMs: number, endMs: number }} Part */

const PUNCTUATION = /[\p{P}\p{S}]/gu;

/** @param {string} word */
const plain = (word) => word.toLowerCase().replaceAll(PUNCTUATION, '');

/**
 * Returns the cuts of a section with each occurrence of a phrase cut out, in order and without overlaps;
 * `null` if the phrase does not occur.
 * @param {{ text: string, start: number, end: number }[]} words
 * @param {string} phrase
 * @param {Part[]} cuts those that the section has
 * @returns {Part[] | null}
 */
export function cutsOfWords(words, phrase, cuts) {
  const texts = words.map(({ text }) => plain(text));
  const sought = phrase.split(/\s+/).map(plain).filter(Boolean);
  if (sought.length === 0) return null;
  /** @type {Part[]} */
  const matches = [];
  for (let at = 0; at + sought.length <= texts.length; at += 1) {
    if (!sought.every((word, index) => texts[at + index] === word)) continue;
    const [first, last] = [words[at], words[at + sought.length - 1]];
    if (first && last)
      matches.push({ startMs: Math.round(first.start * 1000), endMs: Math.round(last.end * 1000) });
    at += sought.length - 1;
  }
  return matches.length === 0 ? null : merge([...cuts, ...matches]);
}

/**
 * @param {Part[]} parts
 * @returns {Part[]}
 */
function merge(parts) {
  /** @type {Part[]} */
  const merged = [];
  for (const { startMs, endMs } of parts.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else if (endMs > startMs) merged.push({ startMs, endMs });
  }
  return merged;
}
