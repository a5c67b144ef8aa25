import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TEXT, SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import { guessLanguage } from '#text/transcript/guess-language.ts';
import { bestFirst, languageOfTag } from '../../../worker/transcribers/carried-subtitles.ts';
import { parseSubtitles } from '#text/subtitles/parse-subtitles.ts';
import { wordsOfCues } from '#text/subtitles/subtitle-words.ts';

const parse = (text: string) => parseSubtitles(Buffer.from(text));
const cueTexts = (text: string) => parse(`00:01.000 --> 00:02.000\n${text}\n`).map((cue) => cue.text);

describe('parseSubtitles', () => {
  it('reads SubRip with Windows line endings, a byte order mark and two lines', () => {
    const text =
      '\uFEFF1\r\n00:00:01,500 --> 00:00:03,250\r\nयह नदी\r\nहै।\r\n\r\n2\r\n01:02:03,4 --> 01:02:04,000\r\nB\r\n';
    expect(parse(text)).toEqual([
      { startMs: 1500, endMs: 3250, text: 'यह नदी है।' },
      { startMs: 3_723_400, endMs: 3_724_000, text: 'B' },
    ]);
  });

  it('reads WebVTT without hours, with settings, names, notes and styles', () => {
    const text = `WEBVTT - a title
X-TIMESTAMP-MAP=LOCAL:00:00:00.000

STYLE
::cue { color: red }

NOTE not shown

intro
00:01.000 --> 00:02.000 align:start position:10%
<v Roger>Hello <00:00:01.500><c.loud>there</c></v>

00:03.000 --> 00:04.000
- Bye`;
    expect(parse(text)).toEqual([
      {
        startMs: 1000,
        endMs: 2000,
        text: 'Hello there',
        speaker: 'Roger',
        starts: [{ word: 1, startMs: 1500 }],
      },
      { startMs: 3000, endMs: 4000, text: '- Bye' },
    ]);
  });

  // product 11.22
  it('divides a cue among its named speakers, in proportion to their texts', () => {
    const voices = (text: string) =>
      parse(`00:01.000 --> 00:03.000\n${text}\n`).map(({ startMs, endMs, text: one, speaker }) => [
        startMs,
        endMs,
        one,
        speaker,
      ]);
    expect(voices('<v Ann>One <i>two</i></v>\n<v.loud.high Bob &amp; Co>three four five</v> six')).toEqual([
      [1000, 1560, 'One two', 'Ann'],
      [1560, 2760, 'three four five', 'Bob & Co'],
      [2760, 3000, 'six', undefined],
    ]);
    expect(voices('Nobody <v Ann>and Ann\n<V Bob>and Bob').map(([, , ...one]) => one)).toEqual([
      ['Nobody', undefined],
      ['and Ann', 'Ann'],
      ['and Bob', 'Bob'],
    ]);
    expect(voices('<v Ann></v><v>plain</v>')).toEqual([[1000, 3000, 'plain', undefined]]);
    expect(voices(`<v ${'n'.repeat(150)}>long`)[0]![3]).toBe('n'.repeat(80));
  });

  it("removes television's marks for a change of speaker", () => {
    expect(cueTexts('>> Who is there?\n&gt;&gt;&gt; News. >>Hello')).toEqual(['Who is there? News. Hello']);
    expect(cueTexts('1 >> 0, a>>b')).toEqual(['1 >> 0, a>>b']);
  });

  it('does not need blank lines, and preserves spoken numbers', () => {
    const text = '1\n00:01,000 --> 00:02,000\nIn 1984\n2\n00:02,000 --> 00:03,000\n1985\n';
    expect(parse(text).map((cue) => cue.text)).toEqual(['In 1984', '1985']);
  });

  it('sorts cues and leaves out those without times or text', () => {
    const text =
      '00:05 --> 00:06\nlate\n\n00:01 --> 00:02\nearly\n\n00:03 --> 00:03\nnever\n\n00:04 --> 00:05\n<i></i>\n';
    expect(parse(text).map((cue) => cue.text)).toEqual(['early', 'late']);
  });

  it.each([
    ['<i>one</i> <font color="#fff">two</font>', 'one two'],
    ['{\\an8\\pos(10,20)}up{\\i1} here\\Nbelow', 'up here below'],
    ['Tom &amp; Jerry &lt;3 &#2344;&#x0926;&#xd800;&nbsp;&unknown;', 'Tom & Jerry <3 नद &unknown;'],
    ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
    ['no\u0000thing &#0;else', 'no thing else'],
  ])('reads %j as text', (markup, text) => {
    expect(cueTexts(markup)).toEqual([text]);
  });

  // product 14.16
  it('reads UTF-16 and Windows-1252', () => {
    const text = '00:01 --> 00:02\nCafé';
    expect(parseSubtitles(Buffer.from(`\uFEFF${text}`, 'utf16le'))[0]!.text).toBe('Café');
    expect(parseSubtitles(Buffer.from(text, 'latin1'))[0]!.text).toBe('Café');
    // A file without a byte order mark.
    expect(parseSubtitles(Buffer.from(text, 'utf16le'))[0]!.text).toBe('Café');
    expect(parseSubtitles(Buffer.from(text, 'utf16le').swap16())[0]!.text).toBe('Café');
  });

  it('returns all of a large file, and none of a larger one', () => {
    const cue = '00:01 --> 00:02\nword\n\n';
    const large = Buffer.alloc(SUBTITLES_MAX_BYTES, cue);
    expect(parseSubtitles(Buffer.concat([large, Buffer.from('\n')]))).toEqual([]);
    const all = Math.floor(SUBTITLES_MAX_BYTES / cue.length);
    expect(parseSubtitles(large).filter(({ text }) => text === 'word')).toHaveLength(all);
    expect(wordsOfCues(parseSubtitles(large), 60_000)).not.toEqual([]);
  });

  it('reads one character more of a cue than a text may have, so that it can be refused', () => {
    const most = 'a'.repeat(MAX_TEXT);
    expect(cueTexts(most)[0]).toBe(most);
    expect(cueTexts(`${most}b${'c'.repeat(MAX_TEXT)}`)[0]).toBe(`${most}b`);
    expect(cueTexts(`${most}😀`)[0]).toBe(most);
  });

  it('never throws, and returns ordered cues within their limits, whatever it reads', () => {
    const line = fc.oneof(
      fc.constantFrom('', '1', 'WEBVTT', '00:00:01,000 --> 00:00:02,000', '00:03.5 --> 99:59.999 x:y', '-->'),
      fc.constantFrom('<i>', '{\\an8}', '&#x110000;', '00:1 --> 0:2', 'नमस्ते।', '\u0000', '\ud800'),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    const file = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc
        .tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom('\n', '\r\n', '\r'))
        .map(([lines, end]) => Buffer.from(lines.join(end))),
    );
    fc.assert(
      fc.property(file, (bytes) => {
        const cues = parseSubtitles(bytes);
        for (const [i, { startMs, endMs, text }] of cues.entries()) {
          expect(startMs).toBeGreaterThanOrEqual(cues[i - 1]?.startMs ?? 0);
          expect(endMs).toBeGreaterThan(startMs);
          expect(text).toMatch(/^[^\p{Cc}\p{Cs}]{1,20001}$/u);
          expect(text.trim()).toBe(text);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('reads hostile markup in linear time', () => {
    // Time that grows with the square of their length would be hours.
    for (const evil of ['<a', '{\\', '&#', '00:', '-->', ' ']) {
      expect(parse(evil.repeat(600_000))).toEqual([]);
    }
    expect(cueTexts(`<a${'<b'.repeat(600_000)}`)).toHaveLength(1);
    expect(cueTexts(`<v${' '.repeat(1_500_000)}`)).toHaveLength(1);
    expect(cueTexts(`<v${'<v '.repeat(500_000)}`)).toHaveLength(1);
  });
});

describe('wordsOfCues', () => {
  const words = (...cues: [number, number, string][]) =>
    wordsOfCues(
      cues.map(([startMs, endMs, text]) => ({ startMs, endMs, text })),
      60_000,
    ).map(({ text, startMs, endMs }) => [text, startMs, endMs]);

  it("divides a cue's time in proportion to its words' lengths", () => {
    expect(words([1000, 2000, 'Hi, everybody'])).toEqual([
      ['Hi,', 1000, 1250],
      ['everybody', 1250, 2000],
    ]);
    expect(wordsOfCues([{ startMs: 0, endMs: 500, text: 'नदी।' }], 60_000)[0]!.confidence).toBe(1);
  });

  it('does not extend a word to the length of a long cue', () => {
    expect(words([0, 20_000, 'Stop!'])).toEqual([['Stop!', 0, 1500]]);
  });

  it('preserves every word of overlapping cues', () => {
    expect(words([0, 2000, 'aa bb'], [100, 2000, 'cc dd']).map(([text]) => text)).toEqual([
      'aa',
      'bb',
      'cc',
      'dd',
    ]);
    expect(words([0, 1200, 'aa bb'], [1000, 2000, 'cc'])).toEqual([
      ['aa', 0, 500],
      ['bb', 500, 1000],
      ['cc', 1000, 2000],
    ]);
  });

  it('preserves the speaker of each word, also of two concurrent speakers', () => {
    const at = { startMs: 0, endMs: 2000 };
    const cues = [
      { ...at, text: 'aa bb', speaker: 'Ann' },
      { ...at, text: 'cc', speaker: 'Bob' },
      { ...at, text: 'dd' },
    ];
    const attributed = wordsOfCues(cues, 60_000);
    expect(attributed.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['aa', 'Ann'],
      ['bb', 'Ann'],
      ['cc', 'Bob'],
      ['dd', undefined],
    ]);
    expect(attributed[3]).not.toHaveProperty('speaker');
  });

  it('ends with the video', () => {
    expect(words([59_000, 61_000, 'aa bb'], [70_000, 71_000, 'cc'])).toEqual([['aa', 59_000, 60_000]]);
  });
});

describe('choosing among subtitles', () => {
  const stream = (language: string | null, isDefault = false) => ({
    from: { stream: 2 },
    language,
    default: isDefault,
  });
  const order = (...tracks: Parameters<typeof bestFirst>[0]) => bestFirst(tracks).map((t) => t.language);

  it('prefers the language of the default stream, then English, then the first', () => {
    expect(order(stream('fr'), stream('en'), stream('hi', true))).toEqual(['hi', 'en', 'fr']);
    expect(order(stream('fr'), stream('en'), stream('hi'))).toEqual(['en', 'fr', 'hi']);
    expect(order(stream('fr'), stream('hi'))).toEqual(['fr', 'hi']);
    expect(order(stream(null), stream('hi'), stream(null, true))[0]).toBe(null);
  });

  it('prefers a file beside the video to the stream of its language', () => {
    const file = { from: { path: '/x.srt' }, language: 'hi', default: false };
    expect(bestFirst([file, stream('hi', true)])[0]).toBe(file);
  });

  it.each([
    ['hin', 'hi'],
    ['ben', 'bn'],
    ['EN', 'en'],
    ['pt_BR', 'pt'],
    ['fre', 'fr'],
    ['und', null],
    ['', null],
    ['not a language', null],
    ['qqx', null],
  ])('reads the tag %j as %j', (tag, language) => {
    expect(languageOfTag(tag)).toBe(language);
  });

  it.each([
    ['यह नदी है। OK', 'hi'],
    ['এটি নদী।', 'bn'],
    ['A river, नदी', 'en'],
    ['123', 'en'],
  ])('guesses the language of %j', (text, language) => {
    expect(guessLanguage([{ text }])).toBe(language);
  });
});
