/** Returns a text in lower case, without punctuation at its ends. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/gu, '');
}
