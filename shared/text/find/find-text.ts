import type { TextSearch } from '#contract/find-text.ts';
import { splitLetters, type TextPlace } from '../letters/letters.ts';
import { normalise } from '../letters/normalise.ts';

const OF_WORD = /[\p{L}\p{M}\p{N}_]/u;

/** Returns the letters of a text for comparison, and where each begins and ends. */
function lettersOf(text: string, matchCase: boolean): (TextPlace & { letter: string })[] {
  return splitLetters(text).map(({ from, to }) => {
    const written = text.slice(from, to);
    const whole = /^\s$/u.test(written) ? ' ' : normalise(written, 'NFC');
    return { letter: matchCase ? whole : whole.toLowerCase(), from, to };
  });
}

/** Returns all matches in a text, without overlaps. A letter matches with all of its marks or not at all. */
export function findInText(text: string, { find, matchCase, wholeWords }: TextSearch): TextPlace[] {
  const needle = lettersOf(find, matchCase).map(({ letter }) => letter);
  const [first] = needle;
  if (first === undefined) return [];
  const letters = lettersOf(text, matchCase);
  const isWord = (at: number): boolean => {
    const { from, to } = letters[at] ?? { from: 0, to: 0 };
    return OF_WORD.test(text.slice(from, to));
  };
  /** Whether a border between two letters is inside a word. */
  const isInside = (border: number): boolean => isWord(border - 1) && isWord(border);
  const matches: TextPlace[] = [];
  for (let at = 0; at + needle.length <= letters.length;) {
    const end = at + needle.length;
    const isHere = letters[at]!.letter === first && needle.every((one, i) => letters[at + i]!.letter === one);
    if (!isHere || (wholeWords && (isInside(at) || isInside(end)))) at += 1;
    else {
      matches.push({ from: letters[at]!.from, to: letters[end - 1]!.to });
      at = end;
    }
  }
  return matches;
}

/** Replaces these places of a text, which are in order. */
export function replaceInText(text: string, places: readonly TextPlace[], replacement: string): string {
  let done = '';
  let from = 0;
  for (const place of places) {
    done += text.slice(from, place.from) + replacement;
    from = place.to;
  }
  return done + text.slice(from);
}
