/** Why a text cannot be saved, naming the limit; null if it fits. `what` names the text, as "A title". */
export function tooLong(text: string, most: number, what = 'A title'): string | null {
  // It is saved without spaces around it.
  const { length } = text.trim();
  if (length <= most) return null;
  const [limit, count] = [most, length].map((number) => number.toLocaleString('en'));
  return `${what} can have up to ${limit} characters. This one has ${count}.`;
}
