import type { Language } from '#contract/primitives.ts';

/** Speakable text: a piece without it is silence to a voice. */
export const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** A sentence longer than this, in characters, is spoken in pieces, so that its subtitles match the sound. */
const LONGEST = 240;

/** A full stop after these ends no sentence. */
const SHORT_FORM =
  /(?<![\p{L}\p{M}])(?:Dr|Mr|Mrs|Ms|Prof|St|Gen|Col|Capt|Lt|Sgt|Gov|Sen|vs|Nos?|Fig|Vol|approx|e\.g|i\.e|Rs|Tk|\p{Lu}|डॉ|डा|प्रो|पं|स्व|नं|रु|ড|ডা|মো|প্রো)\.$/iu;

/** A text's sentences in speaking order; only white space is omitted. */
export function spokenSentences(text: string, language: Language): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const pieces: string[] = [];
  let mute = '';
  for (const line of text.split('\n')) {
    let open = '';
    for (const { segment } of segmenter.segment(line)) {
      const sentence = `${open} ${segment}`.replaceAll(/\s+/g, ' ').trim();
      open = '';
      if (sentence === '') continue;
      if (SHORT_FORM.test(sentence)) {
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

/** Cuts what no voice says in one breath: after a comma if possible, otherwise between words. */
function inPieces(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST) {
    const head = rest.slice(0, LONGEST);
    const comma = Math.max(...[', ', '; ', ': ', ' – '].map((mark) => head.lastIndexOf(mark)));
    const space = head.lastIndexOf(' ');
    const at = comma > LONGEST / 3 ? comma + 1 : space > 0 ? space : LONGEST;
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}
