/** The time in which Unicode sorts the marks of a letter grows with the square of their number. */
const MANY_MARKS = /\p{M}{31}/u;
const FEW_MARKS = /\P{M}*\p{M}{0,30}/gu;

/**
 * Converts a text to a normal form. Each 30 marks of a letter with more than 30 are normalised separately.
 */
export function normalise(text: string, form: 'NFC' | 'NFKC'): string {
  if (!MANY_MARKS.test(text)) return text.normalize(form);
  return text.replaceAll(FEW_MARKS, (part) => part.normalize(form));
}
