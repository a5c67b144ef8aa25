import type { Language } from '#contract/primitives.ts';

/** Speakable text. A voice is silent for a piece without it. */
export const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** A sentence longer than this, in characters, is spoken in pieces, so that its subtitles match the audio. */
const LONGEST = 240;

/** The segmenter gets this many characters at a time: its time grows with the square of a line. */
const ONE_SEGMENTATION = 2000;

/** An abbreviation and the character before it are shorter than this. */
const LONGEST_FORM = 12;

/** Abbreviations whose full stop does not end a sentence. */
const SHORT_FORM =
  /(?<![\p{L}\p{M}])(?:Dr|Mr|Mrs|Ms|Prof|St|Gen|Col|Capt|Lt|Sgt|Gov|Sen|vs|Nos?|Fig|Vol|approx|e\.g|i\.e|Rs|Tk|\p{Lu}|डॉ|डा|प्रो|पं|स्व|नं|रु|ড|ডা|মো|প্রো)\.$/iu;

/** Returns a text's sentences in speaking order. Only white space is omitted. */
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
      // A lone "…" or dash joins its neighbour: by itself it would be read as silence.
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

/** Yields the sentences of a line. A sentence longer than a segmentation is divided between words. */
function* segmentsOf(line: string, segmenter: Intl.Segmenter): Generator<string> {
  let from = 0;
  while (line.length - from > ONE_SEGMENTATION) {
    const part = line.slice(from, between(line, from + ONE_SEGMENTATION));
    const segments = [...segmenter.segment(part)].map(({ segment }) => segment);
    // The last sentence may continue after this part.
    const whole = segments.length > 1 ? segments.slice(0, -1) : [part.slice(0, lastSpace(part))];
    yield* whole;
    from += whole.reduce((sum, segment) => sum + segment.length, 0);
  }
  for (const { segment } of segmenter.segment(line.slice(from))) yield segment;
}

const lastSpace = (text: string): number => text.lastIndexOf(' ') + 1 || text.length;

/** Returns a position in a text, or the previous one if it is inside a character. */
const between = (text: string, at: number): number => (text.codePointAt(at - 1)! > 0xffff ? at - 1 : at);

/** Divides what no voice speaks in one breath: after a comma if possible, otherwise between words. */
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
