/** Addresses, tags, placeholders, account names and topics, which are not words of a language. */
const MARKS = [
  String.raw`https?:\/\/[^\s<>"]*[^\s<>".,;:!?)।]`,
  String.raw`www\.[^\s<>"]*[^\s<>".,;:!?)।]`,
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`,
  String.raw`<\/?[A-Za-z][^<>]*>`,
  String.raw`\{\{?[^{}]+\}?\}`,
  String.raw`[@#][\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_\p{M}]*`,
].join('|');
/** Numbers of two digits or more, also 1,50,000 and 3.5. A single digit may become a word. */
const NUMBERS = String.raw`\p{Nd}(?:[.,:/]?\p{Nd})+`;
const PRESERVED = new RegExp(`${MARKS}|${NUMBERS}`, 'gu');
const ONE_NUMBER = new RegExp(`^(?:${NUMBERS})$`, 'u');
const EACH_NUMBER = new RegExp(NUMBERS, 'gu');

/** A sentence around parts that must not be translated: `marks` has one part fewer than `words`. */
export interface MarkedSentence {
  words: string[];
  marks: string[];
}

/** Splits a sentence at its marks and numbers. */
export function splitAtMarks(sentence: string): MarkedSentence {
  return { words: sentence.split(PRESERVED), marks: [...sentence.matchAll(PRESERVED)].map(([mark]) => mark) };
}

/** Whether a translation has all marks and numbers of its sentence. The digits may be of its own script. */
export function preservesMarks({ marks }: Pick<MarkedSentence, 'marks'>, translation: string): boolean {
  const numbers = [...translation.matchAll(EACH_NUMBER)].map(([number]) => digitsOf(number));
  return marks.every((mark) => {
    if (!ONE_NUMBER.test(mark)) return translation.includes(mark);
    const place = numbers.indexOf(digitsOf(mark));
    if (place >= 0) numbers.splice(place, 1);
    return place >= 0;
  });
}

/** Joins translated words and the marks, with the white space of the original. */
export function joinAtMarks({ words, marks }: MarkedSentence, translated: readonly string[]): string {
  return words
    .map((original, i) => {
      const before = /^\s*/.exec(original)![0];
      const after = original.trim() === '' ? '' : /(?<!\s)\s*$/.exec(original)![0];
      return `${before}${translated[i]!.trim()}${after}${marks[i] ?? ''}`;
    })
    .join('');
}

/** The zeros of the scripts of our languages. Digits of other scripts are compared unchanged. */
const ZEROS = [0x0966, 0x09e6];

function digitsOf(number: string): string {
  const plain = [...number].map((sign) => {
    const code = sign.codePointAt(0)!;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? sign : String(code - zero);
  });
  return plain.join('').replaceAll(/[.,:/]/g, '');
}
