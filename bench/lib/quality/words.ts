const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}']+/u)
    .filter((word) => word !== '');

/**
 * Counts word errors in any script: the least number of changed, missing and added words between two texts,
 * as a share of the words of the reference.
 */
export function wordErrors(expected: string, transcript: string): number {
  const [reference, words] = [wordsOf(expected), wordsOf(transcript)];
  let row = Array.from({ length: words.length + 1 }, (_, i) => i);
  for (const [i, word] of reference.entries()) {
    const next = [i + 1];
    for (const [j, other] of words.entries()) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (word === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)! / Math.max(1, reference.length);
}

/** Returns the words of a text that another text lacks. */
export function unsaidWords(text: string, transcript: string): string[] {
  const transcriptWords = new Set(wordsOf(transcript));
  return wordsOf(text).filter((word) => !transcriptWords.has(word));
}

const LONGEST_GRAM = 6;
/** How much more recall counts than precision. */
const BETA = 2;

/**
 * Computes chrF2 of a translation, 0 to 100: how well its sequences of 1 to 6 characters match those of a
 * translation by a person.
 */
export function chrF(translation: string, reference: string): number {
  const [ours, theirs] = [translation, reference].map((text) => [
    ...text.normalize('NFC').replaceAll(/\s+/g, ''),
  ]);
  let [precision, recall, orders] = [0, 0, 0];
  for (let length = 1; length <= LONGEST_GRAM; length += 1) {
    const [a, b] = [gramsOf(ours!, length), gramsOf(theirs!, length)];
    const [all, referenceTotal] = [total(a), total(b)];
    if (all === 0 || referenceTotal === 0) continue;
    let shared = 0;
    for (const [gram, count] of a) shared += Math.min(count, b.get(gram) ?? 0);
    precision += shared / all;
    recall += shared / referenceTotal;
    orders += 1;
  }
  if (orders === 0 || precision + recall === 0) return 0;
  [precision, recall] = [precision / orders, recall / orders];
  return (100 * (1 + BETA ** 2) * precision * recall) / (BETA ** 2 * precision + recall);
}

function gramsOf(characters: readonly string[], length: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + length <= characters.length; at += 1) {
    const gram = characters.slice(at, at + length).join('');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
