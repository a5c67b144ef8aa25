import { describe, expect, it } from 'vitest';
import { parseSubtitles } from '#text/subtitles/parse-subtitles.ts';

const START = '00:01 --> 00:02\n';

describe('parseSubtitles', () => {
  // product 14.16
  it.each([
    ['a letter without its last byte', 'यह नदी बहुत सुंदर है', [0xe0, 0xa5]],
    ['a byte of Windows-1252', 'Das Café in Köln ist schön', [0xe9]],
    ['a stray continuation byte', 'এটি একটি সুন্দর নদী', [0x80]],
    ['a surrogate', '日本語の字幕です', [0xed, 0xa0, 0xbd]],
  ])('reads UTF-8 that contains %s as UTF-8', (_, text, broken) => {
    const read = (...parts: (string | number[])[]) => {
      const bytes = [START, ...parts].flatMap((part) =>
        typeof part === 'string' ? [...Buffer.from(part)] : part,
      );
      return parseSubtitles(Uint8Array.from(bytes)).map((cue) => cue.text.replace(/\uFFFD+/u, '|'));
    };
    expect(read(text, broken, ' ', text)).toEqual([`${text}| ${text}`]);
    expect(read(broken, text)).toEqual([`|${text}`]);
    expect(read(text, broken)).toEqual([`${text}|`]);
  });

  it('replaces one broken letter by one character', () => {
    const bytes = Buffer.concat([Buffer.from(`${START}यह नद`), Buffer.from([0xe0, 0xa5]), Buffer.from(' है')]);
    expect(parseSubtitles(bytes)[0]!.text).toBe('यह नद\uFFFD है');
  });

  it('reads a file with a UTF-8 byte order mark as UTF-8, even if it is damaged', () => {
    const bytes = [0xef, 0xbb, 0xbf, ...Buffer.from(`${START}Caf`), 0xe9];
    expect(parseSubtitles(Uint8Array.from(bytes))[0]!.text).toBe('Caf\uFFFD');
  });

  it.each(['Café, naïve, déjà vu', '“Où est-elle ?” – À côté…', 'IL EST ALLÉ… AU CAFÉ” déjà là', 'größer'])(
    'reads Windows-1252: %s',
    (text) => {
      const codes = new Map([
        ['“', 0x93],
        ['”', 0x94],
        ['–', 0x96],
        ['…', 0x85],
      ]);
      const bytes = [...`${START}${text}`].map((one) => codes.get(one) ?? one.charCodeAt(0));
      expect(parseSubtitles(Uint8Array.from(bytes))[0]!.text).toBe(text);
    },
  );
});
