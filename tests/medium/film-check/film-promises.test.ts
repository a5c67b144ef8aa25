import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  briefly,
  bursts,
  during,
  filmChecker,
  type MadeFilm,
  narration,
} from '../../helpers/films/checked-film.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const at = tempFolder();
const check = filmChecker(await openTestBackend(), at);

/** A moving picture and bursts of a tone. The sections play 0 to 4, 10 to 14 and 20 to 24 s. */
const PICTURE = 'testsrc2=s=320x180:r=30:d=30';
const SOUND = bursts(0.3, 30);
/** Without these tags, a small source would be assumed to have another matrix, and be converted. */
const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
/** Filters that turn the source into the film. */
const FILM_VIDEO = `select='lt(mod(t,10),3.99)',setpts=N/30/TB`;
const FILM_AUDIO = `aselect='lt(mod(t,10),4)',asetpts=N/SR/TB`;

interface Filters {
  picture?: string;
  sound?: string;
}

/** The sources that have been made, by their filters. */
const sources = new Map<string, string>();

/** Checks a film after filters changed its source, and its own picture and sound. */
async function findings(source: Filters, film: Filters = {}, options: MadeFilm = {}) {
  const filtered = (filters: (string | undefined)[]) => filters.filter(Boolean).join(',');
  const picture = filtered([PICTURE, source.picture]);
  const sound = filtered([SOUND, source.sound]);
  const path = sources.get(picture + sound) ?? at(`${randomUUID()}.mp4`);
  sources.set(picture + sound, path);
  await makeSource(path, { seconds: 30, picture, sound, args: BT709 });
  return check({
    source: path,
    picture: filtered([picture, FILM_VIDEO, film.picture]),
    sound: filtered([sound, FILM_AUDIO, film.sound, 'volume=2dB']),
    ...options,
  });
}
const black = (from: number, to: number) => `drawbox=c=black:t=fill:${during(from, to)}`;
const dark = (from: number, to: number) => `drawbox=c=0x0c0c0c:t=fill:${during(from, to)}`;
const still = (from: number, to: number) => `select='not(between(t,${from},${to}))',fps=30`;
const silent = (from: number, to: number) => `volume=0:${during(from, to)}`;

/** Mixes music of one loudness with the audio. */
const MUSIC =
  'anull[own];sine=f=220:r=48000:d=12,aformat=channel_layouts=stereo,volume=-14dB[music];[own][music]amix=normalize=0';
/** Filters that change the audio of the second section alone. */
function shiftedSecond(filters: string): string {
  const parts = [
    '[a]atrim=0:4[x]',
    `[b]atrim=4:8,asetpts=PTS-STARTPTS,${filters},asetpts=PTS-STARTPTS[y]`,
    '[c]atrim=8:12,asetpts=PTS-STARTPTS[z]',
  ];
  return `asplit=3[a][b][c];${parts.join(';')};[x][y][z]concat=n=3:v=0:a=1`;
}

describe('a film that is compared with its sources', () => {
  it('has no finding if it matches the plan of its sections', async () => {
    expect(briefly(await findings({}))).toEqual([]);
  });

  // product 15.11
  it.each<[string, Filters]>([
    ['silent', { sound: silent(10.5, 13.5) }],
    ['black', { picture: black(10.5, 13.5) }],
    ['dark', { picture: dark(10.5, 13.5) }],
    ['still', { picture: still(10.5, 13.5) }],
  ])('has no finding if its source is %s too', async (_, source) => {
    expect(briefly(await findings(source))).toEqual([]);
  });

  // product 15.11
  it.each<[string, Filters, unknown[]]>([
    ['silent', { sound: silent(4.6, 7.4) }, ['silent', 1, 4.6, 7.4]],
    ['black', { picture: black(4.5, 7.5) }, ['black', 1, 4.5, 7.5]],
    ['frozen', { picture: still(4.5, 7.5) }, ['frozen', 1, 4.5, 7.5]],
  ])('has a fault if it is %s and its source is not', async (_, film, finding) => {
    const checked = await findings({}, film);
    expect(briefly(checked)).toEqual([finding]);
    expect(checked.findings).toMatchObject([
      { severity: 'fault', ...(finding[0] === 'frozen' && { videoMoves: true }) },
    ]);
  });

  // product 15.11
  it('reports only the part of a silence that its source does not have', async () => {
    const checked = await findings({ sound: silent(10, 11.6) }, { sound: silent(4, 7.9) });
    expect(briefly(checked)).toEqual([['silent', 1, 5.6, 7.9]]);
  });

  it('has no finding for music under its sections', async () => {
    expect(briefly(await findings({}, { sound: MUSIC }))).toEqual([]);
  });

  it('has no finding after a narration over a silent source, and one for the narration itself', async () => {
    const source = { sound: silent(9.8, 14.2) };
    const filmWithCaption = (end: string): MadeFilm => ({
      srt: `1\n00:00:04,150 --> 00:00:${end}\nSaid.\n`,
      planned: { 1: narration('Said.') },
    });
    const voice = `anull[own];sine=f=300:r=48000:d=12,aformat=channel_layouts=stereo,volume='if(between(t,4.1,5.3),2,0)':eval=frame[voice];[own][voice]amix=normalize=0`;
    expect(briefly(await findings(source, { sound: voice }, filmWithCaption('05,300')))).toEqual([]);
    expect(briefly(await findings(source, {}, filmWithCaption('06,500')))).toEqual([['silent', 0, 3.9, 6.5]]);
  });

  it('has no finding if its narration holds a dark frame of its source', async () => {
    const frozenVideo = { picture: `${black(5.9, 8)},${still(6, 7.97)}` };
    const options: MadeFilm = { planned: { 1: narration('Said.') }, fits: { 1: { freeze: 2 } } };
    const planned = { 1: { ...options.planned![1], endMs: 12_000 } };
    expect(
      briefly(await findings({ picture: black(11.5, 12.5) }, frozenVideo, { ...options, planned })),
    ).toEqual([]);
    // The same film, but with a bright source.
    expect(briefly(await findings({}, frozenVideo, { ...options, planned }))).toEqual([['black', 1, 5.9, 8]]);
  });

  it('has no finding if its source ends and the last frame is held', async () => {
    const ended = `${PICTURE},trim=end=12`;
    const path = at(`${randomUUID()}.mp4`);
    await makeSource(path, { seconds: 30, picture: ended, sound: SOUND });
    const picture = `${ended},tpad=stop_mode=clone:stop_duration=18,${FILM_VIDEO}`;
    expect(
      briefly(await check({ source: path, picture, sound: `${SOUND},${FILM_AUDIO},volume=2dB` })),
    ).toEqual([]);
  });

  it('compares only the visible part of a source', async () => {
    // The left half moves; the right half, which the film shows, stands still.
    const half = 'drawbox=x=iw/2:w=iw/2:c=gray:t=fill';
    const wide = `${PICTURE.replace('320x180', '640x180')},${half}`;
    const path = at(`${randomUUID()}.mp4`);
    await makeSource(path, { seconds: 30, picture: wide, sound: SOUND });
    const picture = `${wide},${FILM_VIDEO},crop=320:180:320:0`;
    const sound = `${SOUND},${FILM_AUDIO},volume=2dB`;
    const framed = { framing: 'fill', crop: 1 } as const;
    const planned = { 0: framed, 1: framed, 2: framed };
    expect(briefly(await check({ source: path, picture, sound, planned }))).toEqual([]);
  });

  // product 15.13, 15.14
  it.each<[string, Filters, unknown[]]>([
    [
      'a second of the end of a section is missing',
      {
        picture: `select='not(between(t,7,7.99))',setpts=N/30/TB`,
        sound: `aselect='not(between(t,7,8))',asetpts=N/SR/TB`,
      },
      [1, { kind: 'wrong-length', plannedMs: 4000, actualMs: 3000 }],
    ],
    [
      'a second of the beginning of a section is missing',
      {
        picture: `select='not(between(t,4,4.99))',setpts=N/30/TB`,
        sound: `aselect='not(between(t,4,5))',asetpts=N/SR/TB`,
      },
      [1, { kind: 'wrong-length', plannedMs: 4000, actualMs: 3000 }],
    ],
    [
      'the last section ends early',
      { picture: 'trim=end=10.5', sound: 'atrim=end=10.5' },
      [2, { kind: 'wrong-length', plannedMs: 4000, actualMs: 2500 }],
    ],
    [
      'other frames are in place of the end of a section',
      { picture: `drawbox=c=teal:t=fill:${during(6.4, 8)}` },
      [1, { kind: 'wrong-length', plannedMs: 4000 }],
    ],
    [
      'the audio of a section is 300 ms late',
      { sound: shiftedSecond('adelay=300:all=1,atrim=0:4') },
      [1, { kind: 'out-of-sync', shiftMs: expect.closeTo(300, -2) }],
    ],
    [
      'the audio of a section is 300 ms late under music',
      { sound: `${shiftedSecond('adelay=300:all=1,atrim=0:4')},${MUSIC}` },
      [1, { kind: 'out-of-sync', shiftMs: expect.closeTo(300, -2) }],
    ],
    [
      'the audio of a section is 200 ms early',
      { sound: shiftedSecond('atrim=0.2,asetpts=PTS-STARTPTS,apad,atrim=0:4') },
      [1, { kind: 'out-of-sync', shiftMs: expect.closeTo(-200, -2) }],
    ],
  ])('has a fault if %s', async (_, film, [place, finding]) => {
    const checked = await findings({}, film);
    expect(checked.findings).toMatchObject([finding]);
    expect(checked.findings[0]).toMatchObject({ severity: 'fault', sectionId: checked.ids[Number(place)] });
  });

  it('has a fault if the video of a section is late', async () => {
    const picture =
      'split=3[a][b][c];[a]trim=0:4[x];[b]trim=4:8,setpts=PTS-STARTPTS,tpad=start=15:start_mode=clone,trim=end=4[y];[c]trim=8:12,setpts=PTS-STARTPTS[z];[x][y][z]concat=n=3,fps=30';
    const checked = await findings({}, { picture });
    expect(checked.findings).toContainEqual(
      expect.objectContaining({ kind: 'out-of-sync', shiftMs: expect.closeTo(-500, -2) }),
    );
  });
});
