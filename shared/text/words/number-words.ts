/**
 * Gives equal words of both lists the same number, so that comparing two words takes one step, however long
 * they are.
 */
export function numberWords(a: readonly string[], b: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  };
  return [a.map(numberOf), b.map(numberOf)];
}
