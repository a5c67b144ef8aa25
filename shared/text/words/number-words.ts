/**
 * Gives equal words of both lists the same number, so that comparing two words takes one step, however long
 * they are.
 */
export function numberWords(a: readonly string[], b: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  };
  return [a.map(numberOf), b.map(numberOf)];
}
