import { describe, expect, it } from 'vitest';
import { createPocketsphinx } from '../../../worker/transcribers/pocketsphinx/pocketsphinx.ts';
import { createSpeechDetector } from '../../../worker/transcribers/sherpa/speech-detector.ts';
import {
  briefly,
  card,
  during,
  filmChecker,
  type MadeFilm,
  narration,
  PICTURE,
  SOUND,
} from '../../helpers/films/checked-film.ts';
import { tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const check = filmChecker(await openTestBackend(), tempFolder());

const SENTENCE = 'The history of bread begins a long time ago.';

describe('the check of a film', () => {
  // product 15.2
  it('finds nothing in a correct film', async () => {
    expect(await check()).toMatchObject({ findings: [], more: 0, narrations: 'none' });
  });

  // product 15.2
  it('ignores cards, images and muted sections, which are still or silent by intention', async () => {
    const still = `${PICTURE},select='lt(t,8)',tpad=stop_mode=clone:stop_duration=4,fps=30`;
    const sound = `${SOUND},volume=0:${during(4, 12)}`;
    const media = { kind: 'image' as const, sha256: '', fetchKey: '' };
    expect(
      briefly(await check({ picture: still, sound, planned: { 1: { muted: true }, 2: card('The end') } })),
    ).toEqual([]);
    expect(
      briefly(await check({ picture: still, sound, planned: { 1: { muted: true }, 2: { media } } })),
    ).toEqual([]);
    // The same film without that intention.
    expect(briefly(await check({ picture: still, sound }))).toEqual([
      ['silent', 1, 4, 12],
      ['frozen', 2, 8, 12],
    ]);
  });

  // product 15.12
  it('reports no silence after a narration that ends before its section', async () => {
    const sound = `${SOUND},volume=0:${during(1.2, 4)}`;
    const mutedNarration = { ...narration('Said.'), muted: true };
    const srt = '1\n00:00:00,150 --> 00:00:01,300\nSaid.\n';
    expect(briefly(await check({ sound, srt, planned: { 0: mutedNarration } }))).toEqual([]);
    expect(briefly(await check({ sound, planned: { 0: mutedNarration } }))).toEqual([]);
    // Without the narration itself.
    const mute = `${SOUND},volume=0:${during(0, 4)}`;
    expect(briefly(await check({ sound: mute, planned: { 0: mutedNarration } }))).toEqual([
      ['silent', 0, 0, 4],
    ]);
    const long = '1\n00:00:00,150 --> 00:00:04,000\nSaid, and more.\n';
    expect(briefly(await check({ sound, srt: long, planned: { 0: mutedNarration } }))).toEqual([
      ['silent', 0, 1.2, 4],
    ]);
  });

  // product 4.78
  it('accepts a planned dip to black, and reports black beside it', async () => {
    const dark = (from: number, to: number) => ({
      picture: `${PICTURE},drawbox=c=black:t=fill:${during(from, to)}`,
      sound: `${SOUND},volume=0:${during(from, to)}`,
    });
    const dip = { transition: 'dip', transitionSeconds: 2 } as const;
    expect(briefly(await check({ ...dark(6.6, 8.9), planned: { 1: dip } }))).toEqual([]);
    const kinds = async (options: MadeFilm) => briefly(await check(options)).map(([kind]) => kind);
    expect(await kinds(dark(6.6, 8.9))).toEqual(['black', 'silent']);
    expect(await kinds({ ...dark(4.1, 6.9), planned: { 1: dip } })).toEqual(['black', 'silent']);
    // The last section's transition leads nowhere.
    expect(await kinds({ ...dark(9.1, 12), planned: { 2: dip } })).toEqual(['black', 'silent']);
  });

  // product 15.2, 15.3, 15.4, 15.5
  it.each<[string, MadeFilm, unknown[]]>([
    ['black', { picture: `${PICTURE},drawbox=c=black:t=fill:${during(4.5, 7.5)}` }, ['black', 1, 4.5, 7.5]],
    ['frozen', { picture: `${PICTURE},select='not(between(t,4.5,7.5))',fps=30` }, ['frozen', 1, 4.5, 7.5]],
    ['silent', { sound: `${SOUND},volume=0:${during(8.5, 11.5)}` }, ['silent', 2, 8.5, 11.5]],
    ['without sound at its end', { sound: `${SOUND},atrim=end=9` }, ['silent', 2, 9, 12]],
    ['loud', { sound: `${SOUND},volume=12dB` }, ['loudness', null, 0, 12]],
    ['quiet', { sound: `${SOUND},volume=-12dB` }, ['loudness', null, 0, 12]],
    ['only background noise', { planned: { 1: { noise: true } } }, ['noise', 1, 4, 8]],
    ['distorted', { sound: `${SOUND},volume=20:${during(5, 5.2)},aformat=s16` }, ['peak', null, 0, 12]],
    [
      'a word cut at its end',
      { words: [{ text: 'river', startMs: 3700, endMs: 4300, confidence: 1 }] },
      ['clipped-word', 0, 3, 4],
    ],
    [
      'a caption too fast to read',
      { srt: `1\n00:00:05,000 --> 00:00:06,000\n${'letters '.repeat(5)}\n` },
      ['reading-speed', 1, 5, 6],
    ],
    ['characters that no font has', { planned: { 2: card('漢字 and words') } }, ['missing-glyphs', 2, 8, 12]],
  ])('reports what is %s, and nothing else', async (_, options, finding) => {
    expect(briefly(await check(options))).toEqual([finding]);
  });

  it('distinguishes a frame held for a narration from a frozen video', async () => {
    const picture = `${PICTURE},select='not(between(t,5,7.9))',fps=30`;
    const planned = { 1: { startMs: 10_000, endMs: 11_000 } };
    const [waits] = (await check({ picture, planned, fits: { 1: { freeze: 3 } } })).findings;
    expect(waits).toMatchObject({ kind: 'frozen', forNarration: true });
    const [hangs] = (await check({ picture })).findings;
    expect(hangs).toMatchObject({ kind: 'frozen', forNarration: false });
  });

  // product 15.4
  it('does not report a word as cut if the film continues in its video, or if hardly any of it is missing', async () => {
    const words = [{ text: 'river', startMs: 3700, endMs: 4300, confidence: 1 }];
    expect(briefly(await check({ words, planned: { 1: { startMs: 4000, endMs: 8000 } } }))).toEqual([]);
    const little = [{ text: 'river', startMs: 3700, endMs: 4050, confidence: 1 }];
    expect(briefly(await check({ words: little }))).toEqual([]);
    expect(briefly(await check({ words, planned: { 0: { muted: true } } }))).not.toContainEqual(
      expect.arrayContaining(['clipped-word']),
    );
  });

  // product 15.6
  it('checks characters in captions only if captions are drawn', async () => {
    const srt = '1\n00:00:05,000 --> 00:00:07,000\nA sign: 漢\n';
    expect(briefly(await check({ srt }))).toEqual([]);
    expect((await check({ srt, burnSubtitles: true })).findings).toMatchObject([
      { kind: 'missing-glyphs', characters: '漢', startMs: 5000 },
    ]);
  });

  // product 15.7
  it('transcribes narrations again, and reports one that a recogniser cannot understand', async () => {
    const engines = { detector: createSpeechDetector(), transcribers: [createPocketsphinx()] };
    const srt = `1\n00:00:00,200 --> 00:00:03,800\n${SENTENCE}\n`;
    const planned = { 0: narration(SENTENCE) };
    const speech = `flite=text='${SENTENCE}':voice=slt,aresample=48000,loudnorm=I=-16:TP=-2,aresample=48000,aformat=channel_layouts=stereo`;
    // A voice for 4 s, and then the tone.
    const sound = `${speech},apad=whole_dur=4,atrim=0:4[voice];${SOUND},atrim=4:12,asetpts=PTS-STARTPTS[tone];[voice][tone]concat=n=2:v=0:a=1`;
    expect(await check({ sound, srt, planned, engines })).toMatchObject({
      findings: [],
      narrations: 'heard',
    });
    const other = await check({ srt, planned, engines });
    expect(other.findings).toMatchObject([
      { kind: 'misheard', share: 1, words: ['The', 'history', 'of', 'bread', 'begins'] },
    ]);
    // Without a recogniser, the check reports that.
    expect(await check({ srt, planned })).toMatchObject({ findings: [], narrations: 'unheard' });
  });
});
