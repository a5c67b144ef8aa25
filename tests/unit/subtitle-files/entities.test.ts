import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textOfHtml } from '#core/media-sources/archive-item.ts';
import { parseSubtitles } from '#text/subtitles/parse-subtitles.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

const textsOf = (text: string) =>
  parseSubtitles(Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`)).map((cue) => cue.text);

const ENTITIES = [
  ['Caf&eacute; &Eacute;t&eacute; &Uuml;bung stra&szlig;e', 'Café Été Übung straße'],
  ['&ldquo;Yes&rdquo; &mdash; it&rsquo;s &hellip;', '“Yes” — it’s …'],
  ['&#146;&#x93;&#133;', '’“…'],
  ['&NBSP;&AMP; &LT;3 &frac12; &sung;', '& <3 ½ ♪'],
  ['&unknown; &; &#; &#x; & &am p;', '&unknown; &; &#; &#x; & &am p;'],
  ['&amp;eacute;', '&eacute;'],
  ['क्&zwj;ष &zwnj;', 'क्\u200Dष \u200C'],
] as const;

describe('parseSubtitles', () => {
  // product 14.22
  it.each(ENTITIES)('reads the entities of %s', (written, text) => {
    expect(textsOf(written)).toEqual([text]);
  });

  // product 14.22
  it('removes direction marks, by their names and as characters', () => {
    expect(textsOf('&lrm;Hello &rlm;you&#x200E;\u200F \u202Aand\u202C \u2066me\u2069\u061C')).toEqual([
      'Hello you and me',
    ]);
    expect(textsOf('- &lrm; -')).toEqual(['- -']);
    expect(textsOf('&lrm;')).toEqual([]);
    expect(textsOf('soft&shy;ly \u200Bspaced')).toEqual(['softly spaced']);
  });

  it.skipIf(!hasTestMedia())('reads a WebVTT file with styles, regions and direction marks', () => {
    const cues = parseSubtitles(readFileSync(testMedia('cases/style.vtt')));
    expect(cues.map(({ text }) => text)).toEqual(['Hello 漢kan world & all end', 'I am here']);
  });
});

describe('textOfHtml', () => {
  // product 14.22
  it.each(ENTITIES)('reads the entities of %s', (written, text) => {
    expect(textOfHtml(written)).toBe(text);
  });
});
