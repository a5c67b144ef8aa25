import { describe, expect, it } from 'vitest';
import { EXPORT_MAX_BYTES } from '#contract/exchange.ts';
import { cleanLine, cleanName, cleanText } from '../../../server/services/exchange/clean.ts';
import { FORMATS, toFile } from '../../../server/services/exchange/export-film.ts';
import { toOtio } from '../../../server/services/exchange/formats/otio.ts';
import { nameMedia, type NamelessMedia } from '../../../server/services/exchange/name-media.ts';
import { otioSchema } from '../../helpers/exchange/otio-schema.ts';
import { HOSTILE, makeTimeline } from '../../helpers/exchange/timeline.ts';
import { readCsv } from '../../helpers/exchange/read-csv.ts';

const write = (format: keyof typeof FORMATS, title?: string) =>
  FORMATS[format].write(makeTimeline(title === undefined ? undefined : cleanLine(title)));

describe('an OTIO timeline', () => {
  const { tracks, ...timeline } = otioSchema.parse(JSON.parse(write('otio', HOSTILE)));
  const [picture, sound, narration] = tracks.children;
  const played = (of = picture) =>
    of!.children.map(({ name, source_range: { start_time: start, duration } }) => [
      name,
      start.value,
      duration.value,
    ]);

  // product 14.6
  it('has each section at its position in the film, with its speed, and its last frame as a still', () => {
    expect(timeline.name).toBe(cleanLine(HOSTILE));
    expect(played()).toEqual([
      [cleanLine(HOSTILE), 0, 90],
      ['Own speed', 300, 300],
      ['Twice as fast', 601, 150],
      ['Narrated', 901, 320],
      ['Narrated (still)', 1200, 10],
      ['Lotus', 0, 90],
    ]);
    const scalars = picture!.children.map(({ effects }) => effects.map((one) => one.time_scalar));
    expect(scalars).toEqual([[], [], [2], [0.9375], [0], []]);
    const kinds = picture!.children.map((one) => 'media_reference' in one && one.media_reference.OTIO_SCHEMA);
    expect(kinds[0]).toBe('GeneratorReference.1');
    expect(new Set(kinds.slice(1))).toEqual(new Set(['ExternalReference.1']));
  });

  // product 14.6
  it('has the audible audio, each track as long as the film', () => {
    expect(played(sound).map(([name]) => name)).toEqual(['', 'Own speed', '', 'Narrated', '', '']);
    expect(played(narration)).toEqual([
      ['', 0, 545],
      ['Narrated', 0, 320],
      ['', 0, 95],
    ]);
    for (const { children } of tracks.children) {
      expect(children.reduce((sum, { source_range: { duration } }) => sum + duration.value, 0)).toBe(960);
    }
  });
});

const NONE = { before: 0, after: 0 };
const CROSSFADE = {
  transition: 'crossfade' as const,
  blend: { fall: NONE, rise: NONE, handles: NONE },
};

// product 4.78
it('an OTIO timeline has transitions between its clips, with the cut in their middle', () => {
  const timeline = makeTimeline();
  timeline.clips[1]!.join = { ...CROSSFADE, before: 7, after: 8 };
  timeline.clips[2]!.join = { transition: 'dip', before: 10, after: 10, blend: null };
  const { children } = JSON.parse(toOtio(timeline)).tracks.children[0];
  const items = children.map((one: Record<string, { value: number }>) => [
    one.OTIO_SCHEMA,
    one.transition_type ?? null,
    one.in_offset?.value ?? null,
    one.out_offset?.value ?? null,
  ]);
  expect(items.slice(1, 5)).toEqual([
    ['Clip.1', null, null, null],
    ['Transition.1', 'SMPTE_Dissolve', 7, 8],
    ['Clip.1', null, null, null],
    ['Transition.1', 'Custom_Transition', 10, 10],
  ]);
});

// product 14.6
it('an OTIO timeline has no transition that is longer than the part or the still beside it', () => {
  const timeline = makeTimeline();
  const join = { ...CROSSFADE, before: 21, after: 21 };
  const [, part, next, narrated] = timeline.clips;
  // Parts between cuts may be short, and so may the still at the end of a section.
  Object.assign(part!, { frames: 14, movingFrames: 14, join });
  Object.assign(next!, { frames: 5, movingFrames: 5 });
  narrated!.join = join;
  const { children } = JSON.parse(toOtio(timeline)).tracks.children[0];
  const offsets = children.flatMap((one: Record<string, { value: number }>) =>
    one.in_offset ? [[one.in_offset.value, one.out_offset!.value]] : [],
  );
  expect(offsets).toEqual([
    [14, 5],
    [10, 21],
  ]);
});

describe('an EDL', () => {
  const lines = write('edl', HOSTILE).split('\r\n');
  const EVENT = /^(\d{3}) {2}(\w{2,8}) +(V|B) +C {8}((?:\d\d:){3}\d\d) (\S{11}) (\S{11}) (\S{11})$/;

  // product 14.8
  it('has an event for each section and each still, in timecode of the film, with its speed', () => {
    const events = lines.flatMap((line) => EVENT.exec(line)?.slice(1).join(' ') ?? []);
    expect(events).toEqual([
      '001 BL V 00:00:00:00 00:00:03:00 00:00:00:00 00:00:03:00',
      '002 M001 B 00:00:10:00 00:00:20:00 00:00:03:00 00:00:13:00',
      '003 M001 V 00:00:20:01 00:00:30:01 00:00:13:00 00:00:18:00',
      '004 M001 B 00:00:30:01 00:00:40:01 00:00:18:00 00:00:28:20',
      '005 M001 V 00:00:40:00 00:00:40:01 00:00:28:20 00:00:29:00',
      '006 M002 V 00:00:00:00 00:00:03:00 00:00:29:00 00:00:32:00',
    ]);
    expect(lines.filter((line) => line.startsWith('M2'))).toEqual([
      'M2   M001           060.0                00:00:20:01',
      'M2   M001           028.1                00:00:30:01',
      'M2   M001           000.0                00:00:40:00',
    ]);
    expect(lines[1]).toBe('FCM: NON-DROP FRAME');
  });

  // product 14.10
  it('puts every text on its own line', () => {
    const allowedLine =
      /^(TITLE: |FCM: |M2 {3}|\* (FROM CLIP NAME|TITLE CARD|SOURCE FILE|MEDIA M\d+): |\* [A-Z ]+$|$)/;
    expect(lines.filter((line) => !allowedLine.test(line) && !EVENT.test(line))).toEqual([]);
    expect(lines).toContain(`* FROM CLIP NAME: ${cleanLine(HOSTILE)}`);
  });

  // product 14.8
  it('is refused if it has too many events to number', () => {
    const timeline = makeTimeline();
    const card = timeline.clips[0]!;
    const of = (count: number) => ({ ...timeline, clips: Array.from({ length: count }, () => card) });
    expect(FORMATS.edl.write(of(999))).toContain('\r\n999  BL');
    expect(() => FORMATS.edl.write(of(1000))).toThrow('at most 999 events');
  });
});

describe('a table', () => {
  // product 14.10
  it.each(['csv', 'media'] as const)('contains no formula and no broken row: %s', (format) => {
    const timeline = makeTimeline(cleanLine(HOSTILE));
    for (const [index, begin] of ['=1', '+1', '-1', '@x', ' =1', '＝1', '"=1'].entries()) {
      timeline.clips[index % 5]!.title = begin;
      timeline.media[index % 2]!.title = begin;
      const rows = readCsv(FORMATS[format].write(timeline));
      expect(new Set(rows.map((row) => row.length)).size).toBe(1);
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/);
      expect(rows.flat()).toContain(`'${begin}`);
    }
  });

  it.each(['csv', 'media'] as const)(
    'contains no formula for a spreadsheet that separates cells by semicolons or tabs: %s',
    (format) => {
      const signs = ['=', '+', '-', '@', '＝'];
      const before = [';', '\t', '\n', 'a;', 'a\t', 'a\n', 'a; ', 'a;"', 'a;;', '";', '\t;'];
      for (const begin of before.flatMap((text) => signs.map((sign) => `${text}${sign}1`))) {
        const timeline = makeTimeline('A text');
        timeline.clips[0]!.title = begin;
        timeline.media[0]!.title = begin;
        const file = FORMATS[format].write(timeline);
        for (const cell of file.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/);
        // No letter is lost in cells that are divided by commas.
        const cells = readCsv(file).flat();
        expect(cells.map((cell) => cell.replaceAll("'", ''))).toContain(begin);
      }
    },
  );

  it('has the times of each section, its media and its text', () => {
    const [head, ...rows] = readCsv(write('csv', HOSTILE));
    const cells = (row: number) => Object.fromEntries(head!.map((name, i) => [name, rows[row]![i]]));
    expect(cells(1)).toMatchObject({
      Title: 'Own speed',
      Start: '00:00:03:00',
      End: '00:00:13:00',
      Seconds: '10',
      'Source start': '00:00:10:00',
      File: 'The river [abc].mp4',
      // A line break may also be at the start of a cell.
      Text: `It begins small.\n'${cleanLine(HOSTILE)}`,
    });
    expect(cells(3)).toMatchObject({ Speed: '0.938x', Sound: 'narrated', Seconds: '11' });
    expect(readCsv(write('media'))).toHaveLength(3);
  });
});

describe('an exported text', () => {
  // product 14.12
  it('is refused if its file would be too large', () => {
    const timeline = makeTimeline('নদী');
    expect(toFile(timeline, 'csv').name).toBe('নদী en.csv');
    timeline.clips[0]!.text = 'a'.repeat(EXPORT_MAX_BYTES);
    expect(() => toFile(timeline, 'csv')).toThrow('This file would be larger than 16 MB.');
    expect(toFile(timeline, 'media').content.byteLength).toBeGreaterThan(100);
  });

  // product 14.10
  it('preserves letters and joiners, and removes what reverses, ends or breaks a line', () => {
    expect(cleanLine('a\u202Eb\r\nc\u2028d\u0000e\uD800f\uFFFEg')).toBe('ab c d efg');
    expect(cleanText(' one\r\n\ttwo\r ')).toBe('one\n two');
    const joined = 'ক্\u200Dষ 👩‍🌾 नमस्ते';
    expect(cleanText(joined)).toBe(joined);
    expect(cleanName('../a:b*?"<c>|\\d. ')).toBe('a b c d');
    expect(cleanName('👩‍🌾'.repeat(200))).toBe('👩‍🌾'.repeat(80));
  });
});

describe('the media of a timeline', () => {
  const media = (of: Partial<NamelessMedia>): NamelessMedia => ({
    ...makeTimeline().media[0]!,
    sha256: 'a',
    uploaded: null,
    sourceId: null,
    ...of,
  });

  // product 14.11
  it('the media of a timeline have unique names: an upload its own, a video its title and ID', () => {
    const mediaList = [
      media({ sourceId: 'abc' }),
      null,
      media({ sha256: 'b', uploaded: 'My Clip.MOV' }),
      media({ sha256: 'c', uploaded: 'my clip.mov' }),
      media({ sourceId: 'abc' }),
      media({ sha256: 'd', uploaded: '///.sh/..' }),
      media({ sha256: 'e', uploaded: 'lotus', kind: 'image' }),
    ];
    const { all, of } = nameMedia(mediaList);
    expect(all.map(({ reel, fileName }) => `${reel} ${fileName}`)).toEqual([
      'M001 The river [abc].mp4',
      'M002 My Clip.MOV',
      'M003 my clip M003.mov',
      'M004 sh.mp4',
      'M005 lotus.jpg',
    ]);
    expect(of.map((one) => one?.reel ?? null)).toEqual([
      'M001',
      null,
      'M002',
      'M003',
      'M001',
      'M004',
      'M005',
    ]);
  });
});
