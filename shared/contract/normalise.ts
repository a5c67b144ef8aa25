/** Unicode puts the marks of a letter in order in a time that grows with the square of their number. */
const MANY_MARKS = /\p{M}{31}/u;
const FEW_MARKS = /\P{M}*\p{M}{0,30}/gu;

/** A text in a normal form. Of a letter with more than 30 marks, each 30 are normalised by themselves. */
export function normalise(text: string, form: 'NFC' | 'NFKC'): string {
  if (!MANY_MARKS.test(text)) return text.normalize(form);
  return text.replaceAll(FEW_MARKS, (part) => part.normalize(form));
}
