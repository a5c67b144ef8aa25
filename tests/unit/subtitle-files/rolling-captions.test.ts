import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseSubtitles } from '#text/subtitles/parse-subtitles.ts';
import { wordsOfCues } from '#text/subtitles/subtitle-words.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

type ExpectedCue = [startMs: number, endMs: number, ...lines: string[]];
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23);
const vtt = (cues: readonly ExpectedCue[]) =>
  `WEBVTT\n\n${cues.map(([start, end, ...lines]) => `${clock(start)} --> ${clock(end)}\n${lines.join('\n')}\n`).join('\n')}`;
const wordsOf = (file: string | Uint8Array) => wordsOfCues(parseSubtitles(Buffer.from(file)), 3_600_000);
const textOf = (file: string | Uint8Array) =>
  wordsOf(file)
    .map(({ text }) => text)
    .join(' ');
const text = (...cues: ExpectedCue[]) => textOf(vtt(cues));

/** As YouTube writes its automatic captions: two lines, the upper of which was displayed before. */
const AUTOMATIC = vtt([
  [160, 2429, ' ', 'Linus,<00:00:00.960><c> do</c><00:00:01.520><c> your</c><00:00:02.159><c> kids</c>'],
  [2429, 2439, 'Linus, do your kids', ' '],
  [2439, 5749, 'Linus, do your kids', 'think<00:00:03.760><c> your</c><00:00:04.000><c> job</c>'],
  [5749, 5759, 'think your job', ' '],
  [5759, 9000, 'think your job', 'is<00:00:06.760><c> cool</c>'],
  [9000, 9010, 'is cool', ' '],
]);

describe('parseSubtitles', () => {
  // product 14.20
  it('returns each line of automatic captions once, with the times of its words', () => {
    expect(wordsOf(AUTOMATIC).map(({ text: word, startMs, endMs }) => [word, startMs, endMs])).toEqual([
      ['Linus,', 160, 960],
      ['do', 960, 1520],
      ['your', 1520, 2159],
      ['kids', 2159, 2429],
      ['think', 2439, 3760],
      ['your', 3760, 4000],
      ['job', 4000, 5500],
      ['is', 5759, 6760],
      ['cool', 6760, 8260],
    ]);
  });

  it.skipIf(!hasTestMedia())('returns each line of recorded automatic captions once', () => {
    const words = wordsOf(readFileSync(testMedia('cases/yt.vtt')));
    expect(words.map((word) => word.text).join(' ')).toBe(
      'Linus, do your kids think your job is cool or boring',
    );
    expect(words.slice(0, 3).map(({ startMs }) => startMs)).toEqual([160, 960, 1520]);
  });

  // product 14.20
  it.each<[string, ExpectedCue[]]>([
    [
      'three lines that roll up',
      [
        [0, 2000, 'ONE TWO'],
        [2000, 4000, 'ONE TWO', 'THREE FOUR'],
        [4000, 6000, 'ONE TWO', 'THREE FOUR', 'FIVE SIX'],
        [6000, 8000, 'THREE FOUR', 'FIVE SIX', 'SEVEN'],
      ],
    ],
    [
      'small pauses between cues',
      [
        [0, 1990, 'ONE TWO', 'THREE FOUR'],
        [2023, 4000, 'THREE FOUR', 'FIVE SIX'],
        [4033, 6000, 'FIVE SIX', 'SEVEN'],
      ],
    ],
    [
      'cues that overlap',
      [
        [0, 4000, 'ONE TWO'],
        [2000, 6000, 'ONE TWO', 'THREE FOUR'],
        [4000, 8000, 'THREE FOUR', 'FIVE SIX'],
        [6000, 8000, 'FIVE SIX', 'SEVEN'],
      ],
    ],
    [
      'lines that grow',
      [
        [0, 1000, 'ONE'],
        [1000, 2000, 'ONE TWO'],
        [2000, 3000, 'ONE TWO THREE'],
        [3000, 4000, 'ONE TWO THREE', 'FOUR'],
        [4000, 5000, 'ONE TWO THREE', 'FOUR FIVE SIX'],
        [5000, 6000, 'FOUR FIVE SIX', 'SEVEN'],
      ],
    ],
    [
      'lines that another program joined',
      [
        [0, 2000, 'ONE TWO THREE'],
        [2000, 4000, 'ONE TWO THREE FOUR FIVE SIX'],
        [4000, 6000, 'FOUR FIVE SIX SEVEN'],
      ],
    ],
    [
      'a copy of a few ms after each line',
      [
        [0, 2000, 'ONE TWO THREE'],
        [2000, 2010, 'ONE TWO THREE'],
        [2010, 4000, 'FOUR FIVE SIX'],
        [4000, 4010, 'FOUR FIVE SIX'],
        [4010, 6000, 'SEVEN'],
      ],
    ],
  ])('returns each word once in captions with %s', (_, cues) => {
    expect(text(...cues)).toBe('ONE TWO THREE FOUR FIVE SIX SEVEN');
  });

  it('returns words of rolling captions from the moment they appear', () => {
    const rolled = wordsOf(
      vtt([
        [0, 1000, 'aa bb'],
        [1000, 2000, 'aa bb', 'cc'],
        [2000, 3000, 'cc', 'dd'],
      ]),
    );
    expect(rolled.map((word) => [word.text, word.startMs])).toEqual([
      ['aa', 0],
      ['bb', 500],
      ['cc', 1000],
      ['dd', 2000],
    ]);
  });

  // product 14.20
  it('preserves repeated speech', () => {
    const chorus: ExpectedCue[] = [
      [0, 2000, 'La la la'],
      [2000, 4000, 'La la la'],
      [4000, 6000, 'La la la'],
      [6000, 8000, 'La la la'],
    ];
    expect(text(...chorus).split(' ')).toHaveLength(12);
    expect(
      text([0, 1000, 'No.'], [1000, 3000, 'No.', 'Stop it.'], [3000, 5000, 'Now.'], [5000, 6000, 'So.']),
    ).toBe('No. No. Stop it. Now. So.');
    // There is a pause between the cues.
    expect(text([0, 1000, 'a b c'], [2000, 3000, 'a b c', 'd'], [4000, 5000, 'd', 'e'])).toBe(
      'a b c a b c d d e',
    );
    expect(text([0, 1000, 'I went to the'], [1000, 2000, 'the house'])).toBe('I went to the the house');
  });

  it('divides the time of a word at a time tag, and ignores times out of order', () => {
    const starts = (line: string) => wordsOf(vtt([[1000, 3000, line]])).map(({ startMs }) => startMs);
    expect(starts('Hel<00:00:02.500>lo you')).toEqual([1000, 2250]);
    expect(starts('aa <00:00:02.500>bb <00:00:02.000>cc <00:01:00.000>dd')).toEqual([1000, 2500, 2667, 2833]);
  });

  it('reads many rolling lines in linear time', () => {
    const cues = Array.from({ length: 20_000 }, (_, i): ExpectedCue => [
      i * 100,
      i * 100 + 100,
      'a a a a',
      `a a a ${i}`,
    ]);
    expect(wordsOf(vtt(cues)).length).toBeGreaterThan(20_000);
    expect(
      textOf(
        vtt([
          [0, 1000, 'a '.repeat(400_000)],
          [1000, 2000, `${'a '.repeat(400_000)}b`],
        ]),
      ),
    ).not.toBe('');
  });
});
