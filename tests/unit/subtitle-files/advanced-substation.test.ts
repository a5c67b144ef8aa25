import { describe, expect, it } from 'vitest';
import { SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import { parseSubtitles, readSubtitles } from '#text/subtitles/parse-subtitles.ts';
import { wordsOfCues } from '#text/subtitles/subtitle-words.ts';

const HEAD = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;
const event = (
  text: string,
  { times = '0:00:01.00,0:00:02.50', layer = 0, effect = '', kind = 'Dialogue' } = {},
) => `${kind}: ${layer},${times},Default,,0,0,0,${effect},${text}`;
const file = (...events: string[]) => Buffer.from(`${HEAD}${events.join('\r\n')}\r\n`);
const texts = (...events: string[]) => parseSubtitles(file(...events)).map(({ text }) => text);

describe('parseSubtitles', () => {
  it('reads the events of Advanced SubStation by the order of their fields', () => {
    expect(parseSubtitles(file(event('Hello, {\\i1}you{\\i0}\\Nand me')))).toEqual([
      { startMs: 1000, endMs: 2500, text: 'Hello, you and me' },
    ]);
    const old =
      '[Script Info]\n[Events]\nFormat: Marked, Text, End, Start\nDialogue: Marked=0,Hi,0:00:03.00,0:00:01.00\n';
    expect(parseSubtitles(Buffer.from(old))).toEqual([{ startMs: 1000, endMs: 3000, text: 'Hi' }]);
  });

  // product 14.21
  it('drops drawings, comments and effects, and joins the syllables of karaoke', () => {
    expect(texts(event('{\\an7\\pos(10,10)\\p1}m 0 0 l 100 0 l 100 50 l 0 50{\\p0}'))).toEqual([]);
    expect(texts(event('{\\p1}m 0 0 l 10 10{\\p0}Sign{\\pos(1,2)\\p4\\c&HFF&}m 1 1{\\i1} l 2 2'))).toEqual([
      'Sign',
    ]);
    expect(texts(event('{\\k20}Hel{\\k30}lo {\\kf10}there{a comment}'))).toEqual(['Hello there']);
    expect(texts(event(`{\\clip(${'m 0 0 l 1 1 '.repeat(100)})\\pbo3}Long`))).toEqual(['Long']);
    expect(texts(event('Not shown', { kind: 'Comment' }), event('a {b'))).toEqual(['a {b']);
    expect(texts(event('one\\htwo\\nthree'))).toEqual(['one two three']);
  });

  // product 14.21
  it('returns a text on several layers once', () => {
    const twice = [event('Hello'), event('{\\blur2}Hello', { layer: 1 })];
    expect(parseSubtitles(file(...twice))).toEqual([{ startMs: 1000, endMs: 2500, text: 'Hello' }]);
    const later = { layer: 1, times: '0:00:01.10,0:00:02.80' };
    expect(parseSubtitles(file(event('Other'), event('Hello'), event('Hello', later)))).toEqual([
      { startMs: 1000, endMs: 2500, text: 'Other' },
      { startMs: 1000, endMs: 2800, text: 'Hello' },
    ]);
    expect(texts(event('Hello'), event('Hello', { times: '0:00:02.50,0:00:04.00' }))).toEqual([
      'Hello',
      'Hello',
    ]);
  });

  it('returns a text that is placed in each frame once', () => {
    const at = (i: number) => `0:00:0${(1 + i * 0.04).toFixed(2)}`;
    const frames = Array.from({ length: 50 }, (_, i) =>
      event(`{\\pos(${i},1)}Moving`, { times: `${at(i)},${at(i + 1)}` }),
    );
    expect(parseSubtitles(file(...frames, event('Still')))).toEqual([
      { startMs: 1000, endMs: 3000, text: 'Moving' },
      { startMs: 1000, endMs: 2500, text: 'Still' },
    ]);
  });

  it('returns the line of a song instead of the effects generated from its syllables', () => {
    const song = event('{\\k20}Sing {\\k30}along', { effect: 'karaoke', kind: 'Comment' });
    const effects = ['Sing', 'along'].map((text) => event(text, { effect: 'fx' }));
    expect(texts(song, ...effects)).toEqual(['Sing along']);
    expect(texts(...effects)).toEqual(['Sing', 'along']);
  });

  it('counts events without usable times', () => {
    const lost = event('Lost', { times: '0:00:0x.00,0:00:02.50' });
    expect(readSubtitles(file(lost, event('Here')))).toEqual({
      cues: [{ startMs: 1000, endMs: 2500, text: 'Here' }],
      unreadable: 1,
    });
  });

  it('returns words of equal simultaneous SubRip cues once', () => {
    const cue = (text: string) => `00:00:01,000 --> 00:00:02,000\n${text}\n\n`;
    const cues = parseSubtitles(Buffer.from(cue('Hello') + cue('Hello') + cue('Other') + cue('Hello')));
    expect(wordsOfCues(cues, 9000).map(({ text }) => text)).toEqual(['Hello', 'Other']);
  });

  it('drops drawings in SubRip too, with or without their marks', () => {
    const textsOf = (text: string) =>
      parseSubtitles(Buffer.from(`00:01,000 --> 00:02,000\n${text}\n`)).map((cue) => cue.text);
    expect(textsOf('{\\p1}m 0 0 l 100 0{\\p0} Sign')).toEqual(['Sign']);
    expect(textsOf('m 0 0 l 100 0 l 100 50 l 0 50')).toEqual([]);
    expect(textsOf('m -1.5 0 b 1 1 2 2 3 3 s 1 2 3 4 c')).toEqual([]);
    expect(textsOf('Hel{\\k20}lo')).toEqual(['Hello']);
    expect(textsOf('m 1 2')).toEqual(['m 1 2']);
    expect(textsOf('M is 5 m long {really}')).toEqual(['M is 5 m long {really}']);
  });

  it.each(['{', '{\\p1', '\\p', ',', 'm 0 0 ', 'Dialogue: 0,', '\n'])(
    'takes linear time for many %j',
    (part) => {
      const much = part.repeat((SUBTITLES_MAX_BYTES - 1000) / part.length);
      expect(parseSubtitles(file(event(much))).length).toBeLessThan(2);
    },
  );
});
