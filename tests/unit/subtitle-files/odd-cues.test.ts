import { describe, expect, it } from 'vitest';
import { SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import { readSubtitles } from '#text/subtitles/parse-subtitles.ts';

const read = (text: string) => readSubtitles(Buffer.from(text));
const rows = (text: string) =>
  read(text).cues.map(({ startMs, endMs, text: line }) => [startMs, endMs, line]);

const PLAIN = '\n\n2\n00:00:05,000 --> 00:00:09,000\nA plain cue.\n';
const plain = [5000, 9000, 'A plain cue.'];

describe('readSubtitles', () => {
  // product 14.16
  it('keeps the text after a blank line inside a cue', () => {
    const file = `1\n00:00:00,500 --> 00:00:04,000\nI am stuck at work,\n\nI will be late.${PLAIN}`;
    const all = [[500, 4000, 'I am stuck at work, I will be late.'], plain];
    expect(rows(file)).toEqual(all);
    expect(rows(file.replace('\n\nI will', '\n \n\t\n\nI will'))).toEqual(all);
    // Without a number before the next cue, and with a number that is spoken.
    expect(rows(file.replace('\n2\n', '\n'))).toEqual(all);
    expect(rows(file.replace('late.', '1985'))[0]).toEqual([500, 4000, 'I am stuck at work, I will be 1985']);
    expect(rows(file.replace('late.', 'late\n\n1985'))[0]![2]).toMatch(/late 1985$/);
    expect(read(file).unreadable).toBe(0);
  });

  it('reads a file whose every line is followed by a blank line', () => {
    const file = `1\n00:00:00,500 --> 00:00:04,000\nOne\ntwo${PLAIN}`;
    const all = [[500, 4000, 'One two'], plain];
    expect(rows(file.replaceAll('\n', '\n\n'))).toEqual(all);
    expect(rows(file.replaceAll('\n', '\r\r\n'))).toEqual(all);
  });

  it('keeps names of cues, notes and styles out of the text of WebVTT', () => {
    const file =
      'WEBVTT - title --> no\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\nSTYLE\n::cue(b) { color: red }\n\n' +
      'REGION\nid:fred\n\nNOTE one\ntwo\n\nintro\n00:00.500 --> 00:04.000 line:0 position:20%\nHello\n\n' +
      'NOTE 5 --> 6\n\nNOTE\nsecond\nnote\n\nthe end\n00:05.000 --> 00:09.000\n \nA plain\n\ncue.\n\nNOTE last\n';
    expect(read(file)).toMatchObject({ unreadable: 0 });
    expect(rows(file)).toEqual([[500, 4000, 'Hello'], plain]);
  });

  // product 14.16
  it.each([
    ['00:00:00, 500 --> 00:00:04, 000'],
    ['00: 00: 00, 500 --> 00: 00: 04, 000'],
    ['00:00:00 ,500-->00:00:04 ,000'],
    ['00:00:00.500 -> 00:00:04.000'],
    ['00:00:00:500 --> 00:00:04:000'],
    ['00.00.00,500 --> 00.00.04,000'],
    ['00:00:00;500 ---> 00:00:04;000'],
    ['00:00:00,500 -- > 00:00:04,000'],
    ['00:00:00,500 – > 00:00:04,000'],
    ['00:00:00，500 → 00:00:04，000'],
    ['\u200E00:00:00,500 --> 00:00:04,000\u200F'],
    ['00:00:00,500000 --> 00:00:04,000000'],
    ['0:0:0,5 --> 0:0:4'],
    ['0:00,5 --> 0:04.0  X1:10 X2:20 Y1:1 Y2:2'],
    ['०० : ०० : ००,५०० -> ०० : ०० : ०४,०००'],
    ['০০:০০:০০,৫০০ --> ০০:০০:০৪,০০০'],
    ['[00:00:00.500] --> [00:00:04.000]'],
  ])('reads the times %s', (times) => {
    const file = `1\n${times}\nSome text.${PLAIN}`;
    expect(rows(file)).toEqual([[500, 4000, 'Some text.'], plain]);
    expect(read(file).unreadable).toBe(0);
  });

  it.each([
    ['-00:00:01,000 --> 00:00:03,000', [0, 3000]],
    ['00:00:-1,000 --> 00:00:03,000', [0, 3000]],
    ['−00:00:01,000 --> 00:00:03,000', [0, 3000]],
    ['00:-01:-01,-50 --> 00:00:03,000', [0, 3000]],
  ])('starts a cue with the times %s at 0', (times, [startMs, endMs]) => {
    expect(rows(`1\n${times}\nSome text.${PLAIN}`)).toEqual([[startMs, endMs, 'Some text.'], plain]);
  });

  it('preserves text on the line of its times', () => {
    expect(rows(`1\n00:00:00,500 --> 00:00:04,000 Hello, you\nthere${PLAIN}`)).toEqual([
      [500, 4000, 'Hello, you there'],
      plain,
    ]);
  });

  it.each([
    ['broken digits', '00:00:0O,5oo --> 00:00:04,0o0'],
    ['no start', '--> 00:00:04,000'],
    ['no end', '00:00:04,000 -->'],
    ['an end before its start', '00:00:04,000 --> 00:00:02,000'],
    ['no length', '00:00:04,000 --> 00:00:04,000'],
    ['an end before the video', '-00:00:04,000 --> -00:00:02,000'],
  ])('counts a cue with %s as unreadable, and adds its text to no other cue', (_, times) => {
    const file = `0\n00:00:00,000 --> 00:00:00,500\nBefore.\n\n1\n${times}\nLost\n\ntext.${PLAIN}`;
    expect(rows(file)).toEqual([[0, 500, 'Before.'], plain]);
    expect(read(file).unreadable).toBe(1);
  });

  it('counts no cue without a text, and no arrow in a text', () => {
    const file = `1\n00:00:04,000 --> 00:00:04,000\n\n2\n00:00:00,500 --> 00:00:04,000\nGo 1 --> 2\nor on.${PLAIN}`;
    expect(rows(file)).toEqual([[500, 4000, 'Go 1 --> 2 or on.'], plain]);
    expect(read(file).unreadable).toBe(0);
  });

  it.each(['-->', '1 --> 2\n\n', '1:2 --> \n\n', '00:00:00,5 ', '1:1 -->1:2 \n\n', '1\n\n', ' \n', ': '])(
    'reads many repetitions of %j in linear time',
    (part) => {
      expect(read(part.repeat(SUBTITLES_MAX_BYTES / part.length)).cues).toEqual([]);
    },
  );
});
