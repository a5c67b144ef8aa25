import type { Language } from '#contract/primitives.ts';

/** Speakable text: a piece without it is silence to a voice. */
export const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** A sentence longer than this, in characters, is spoken in pieces, so that its subtitles match the sound. */
const LONGEST = 240;

/** The segmenter gets so many characters at once: its time grows with the square of a line. */
const ONE_SEGMENTATION = 2000;

/** A short form and the character before it are shorter than this. */
const LONGEST_FORM = 12;

/** A full stop after these ends no sentence. */
const SHORT_FORM =
  /(?<![\p{L}\p{M}])(?:Dr|Mr|Mrs|Ms|Prof|St|Gen|Col|Capt|Lt|Sgt|Gov|Sen|vs|Nos?|Fig|Vol|approx|e\.g|i\.e|Rs|Tk|\p{Lu}|डॉ|डा|प्रो|पं|स्व|नं|रु|ড|ডা|মো|প্রো)\.$/iu;

/** A text's sentences in speaking order; only white space is omitted. */
export function spokenSentences(text: string, language: Language): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const pieces: string[] = [];
  let mute = '';
  for (const line of text.split('\n')) {
    // A segmenter takes long for many empty lines.
    if (line.trim() === '') continue;
    let open = '';
    for (const segment of segmentsOf(line, segmenter)) {
      const sentence = `${open} ${segment.replaceAll(/\s+/g, ' ').trim()}`.trim();
      open = '';
      if (sentence === '') continue;
      if (sentence.length <= LONGEST && SHORT_FORM.test(sentence.slice(-LONGEST_FORM))) {
        open = sentence;
        continue;
      }
      // A bare "…" or dash joins its neighbour: alone it would be read as silence.
      if (!SAYS_SOMETHING.test(sentence)) {
        if (pieces.length > 0) pieces[pieces.length - 1] += ` ${sentence}`;
        else mute += `${sentence} `;
        continue;
      }
      pieces.push(...inPieces(mute + sentence));
      mute = '';
    }
    if (open !== '') {
      pieces.push(...inPieces(mute + open));
      mute = '';
    }
  }
  return pieces;
}

/** The sentences of a line. One longer than a segmentation is divided between words. */
function* segmentsOf(line: string, segmenter: Intl.Segmenter): Generator<string> {
  let from = 0;
  while (line.length - from > ONE_SEGMENTATION) {
    const part = line.slice(from, between(line, from + ONE_SEGMENTATION));
    const segments = [...segmenter.segment(part)].map(({ segment }) => segment);
    // The last one may go on after this part.
    const whole = segments.length > 1 ? segments.slice(0, -1) : [part.slice(0, lastSpace(part))];
    yield* whole;
    from += whole.reduce((sum, segment) => sum + segment.length, 0);
  }
  for (const { segment } of segmenter.segment(line.slice(from))) yield segment;
}

const lastSpace = (text: string): number => text.lastIndexOf(' ') + 1 || text.length;

/** Returns a place in a text, or the one before it if it is inside a character. */
const between = (text: string, at: number): number => (text.codePointAt(at - 1)! > 0xffff ? at - 1 : at);

/** Cuts what no voice says in one breath: after a comma if possible, otherwise between words. */
function inPieces(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST) {
    const head = rest.slice(0, LONGEST);
    const comma = Math.max(...[', ', '; ', ': ', ' – '].map((mark) => head.lastIndexOf(mark)));
    const space = head.lastIndexOf(' ');
    const at = comma > LONGEST / 3 ? comma + 1 : space > 0 ? space : between(rest, LONGEST);
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}
