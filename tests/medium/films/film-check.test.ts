import { createHash, randomUUID } from 'node:crypto';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/framing.ts';
import { CUT } from '#contract/transitions.ts';
import { checkFilm, type CheckingInput } from '#contract/jobs/checking.ts';
import { type GenerationInput, joinFilm, type SectionSnapshot } from '#contract/jobs/generation.ts';
import type { Finding } from '#contract/film-check.ts';
import { insertRunRow } from '#core/repositories/runs/run-steps.ts';
import type { Engines } from '../../../worker/engines.ts';
import { handleCheckFilm } from '../../../worker/handlers/check-film.ts';
import type { StepContext } from '../../../worker/handlers/handler.ts';
import { createPocketsphinx } from '../../../worker/transcribers/pocketsphinx/pocketsphinx.ts';
import { createSpeechDetector } from '../../../worker/transcribers/speech-detector.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const at = tempFolder();

/** Three sections of 4 s. */
const SECONDS = 12;
const PICTURE = `testsrc2=s=320x180:r=30:d=${SECONDS}`;
/** A tone of -16 LUFS. */
const SOUND = `sine=f=1000:r=48000:d=${SECONDS},aformat=channel_layouts=stereo,volume=5dB`;
const FIT = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };
const SAID = 'The history of bread begins a long time ago.';

interface Made {
  picture?: string;
  sound?: string;
  /** A film's captions. */
  srt?: string;
  burnSubtitles?: boolean;
  /** What its generation planned otherwise, by place. */
  planned?: Partial<Record<0 | 1 | 2, Partial<SectionSnapshot>>>;
  /** How long the last picture of the second section stands, in seconds. */
  freeze?: number;
  words?: { text: string; startMs: number; endMs: number; confidence: number }[];
  engines?: Partial<Engines>;
}

const card = (title: string): Partial<SectionSnapshot> => ({ title, media: { kind: 'card' } });
const narration = (text: string): Partial<SectionSnapshot> => ({
  narration: { text, language: 'en', gender: 'male', speaker: null, translateFrom: null },
});

/** What the check finds in a made film. */
async function check(made: Made = {}) {
  const { db, artifacts } = backend;
  const user = await createUser(backend);
  const { projectId, videoId, sections } = await createProject(backend, user.id);
  if (made.words) {
    const words = JSON.stringify(made.words);
    await db.updateTable('sections').set({ words }).where('id', '=', sections[0]!.id).execute();
  }
  const input: GenerationInput = {
    language: 'en',
    quality: '720p',
    width: 320,
    height: 180,
    frameRate: 30,
    aspect: '16:9',
    framing: 'fit',
    burnSubtitles: made.burnSubtitles ?? false,
    ...PLAIN_CAPTIONS,
    title: 'A film',
    speaker: null,
    sections: sections.map(({ id, title }, index) => ({
      sectionId: id,
      title,
      narration: null,
      muted: false,
      captions: true,
      media: { kind: 'video', sha256: '', fetchKey: '', scanKey: '', videoId },
      startMs: index * 10_000,
      endMs: index * 10_000 + 4000,
      speed: 1,
      volume: 1,
      fadeIn: 0,
      fadeOut: 0,
      cuts: [],
      ...UNFRAMED,
      ...CUT,
      words: [],
      ...made.planned?.[index as 0 | 1 | 2],
    })),
  };
  const own = { userId: user.id, projectId, language: 'en' };
  const generation = await insertRunRow(db, { ...own, kind: 'generation', input });
  const file = at(`${randomUUID()}.mp4`);
  const { picture = PICTURE, sound = SOUND } = made;
  await makeSource(file, { seconds: SECONDS, picture, sound, args: ['-c:a', 'aac', '-b:a', '192k'] });
  const key = createHash('sha256').update(randomUUID()).digest('hex');
  await artifacts.build(joinFilm, key, user.id, async (dir) => {
    await copyFile(file, join(dir, 'film.mp4'));
    if (made.srt) await writeFile(join(dir, 'film.srt'), made.srt);
    const data = {
      durationMs: SECONDS * 1000,
      bytes: 1,
      width: 320,
      height: 180,
      gender: null,
      subtitles: made.srt ? 1 : 0,
      sections: input.sections.map(({ sectionId, title }, index) => ({
        sectionId,
        title,
        startMs: index * 4000,
        effectiveMs: 4000,
        fit: index === 1 ? { ...FIT, freeze: made.freeze ?? 0 } : FIT,
      })),
    };
    return { data, files: ['film.mp4', ...(made.srt ? ['film.srt'] : [])] };
  });
  const about: CheckingInput = {
    language: 'en',
    artifactKey: key,
    generationId: generation.id,
    durationMs: SECONDS * 1000,
  };
  const run = await insertRunRow(db, { ...own, kind: 'checking', input: about });
  const built = await handleCheckFilm({
    backend,
    engines: { detector: null, transcribers: [], ...made.engines } as unknown as Engines,
    run,
    input: {},
    dependencies: {},
    signal: new AbortController().signal,
    report: () => {},
    log: backend.log,
  } satisfies StepContext<'check-film'>);
  const { data } = (await artifacts.find(checkFilm, built.key))!;
  return { ...data, ids: sections.map(({ id }) => id) };
}

/** Which sections of a film have which findings, and when, to the tenth of a second. */
const told = ({ findings, ids }: { findings: Finding[]; ids: string[] }) =>
  findings.map(({ kind, sectionId, startMs, endMs }) => [
    kind,
    sectionId && ids.indexOf(sectionId),
    Math.round(startMs / 100) / 10,
    Math.round(endMs / 100) / 10,
  ]);
const during = (from: number, to: number) => `enable='between(t,${from},${to})'`;

describe('the check of a film', () => {
  it('finds nothing in a clean one', async () => {
    expect(await check()).toMatchObject({ findings: [], more: 0, narrations: 'none' });
  });

  it('leaves cards, images and muted sections alone, which stand or are silent by intention', async () => {
    const still = `${PICTURE},select='lt(t,8)',tpad=stop_mode=clone:stop_duration=4,fps=30`;
    const sound = `${SOUND},volume=0:${during(4, 12)}`;
    const media = { kind: 'image' as const, sha256: '', fetchKey: '' };
    expect(
      told(await check({ picture: still, sound, planned: { 1: { muted: true }, 2: card('The end') } })),
    ).toEqual([]);
    expect(
      told(await check({ picture: still, sound, planned: { 1: { muted: true }, 2: { media } } })),
    ).toEqual([]);
    // The same film without that plan.
    expect(told(await check({ picture: still, sound }))).toEqual([
      ['silent', 1, 4, 12],
      ['frozen', 2, 8, 12],
    ]);
  });

  it('takes a dip to black for what it is, and black beside it for a fault', async () => {
    const dark = (from: number, to: number) => ({
      picture: `${PICTURE},drawbox=c=black:t=fill:${during(from, to)}`,
      sound: `${SOUND},volume=0:${during(from, to)}`,
    });
    const dip = { transition: 'dip', transitionSeconds: 2 } as const;
    expect(told(await check({ ...dark(6.6, 8.9), planned: { 1: dip } }))).toEqual([]);
    const kinds = async (made: Made) => told(await check(made)).map(([kind]) => kind);
    expect(await kinds(dark(6.6, 8.9))).toEqual(['black', 'silent']);
    expect(await kinds({ ...dark(4.1, 6.9), planned: { 1: dip } })).toEqual(['black', 'silent']);
    // The last section's transition leads nowhere.
    expect(await kinds({ ...dark(9.1, 12), planned: { 2: dip } })).toEqual(['black', 'silent']);
  });

  it.each<[string, Made, unknown[]]>([
    ['black', { picture: `${PICTURE},drawbox=c=black:t=fill:${during(4.5, 7.5)}` }, ['black', 1, 4.5, 7.5]],
    ['frozen', { picture: `${PICTURE},select='not(between(t,4.5,7.5))',fps=30` }, ['frozen', 1, 4.5, 7.5]],
    ['silent', { sound: `${SOUND},volume=0:${during(8.5, 11.5)}` }, ['silent', 2, 8.5, 11.5]],
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
    ['signs that no font has', { planned: { 2: card('漢字 and words') } }, ['missing-glyphs', 2, 8, 12]],
  ])('finds what is %s, and nothing else', async (_, made, finding) => {
    expect(told(await check(made))).toEqual([finding]);
  });

  it('tells a picture that waits for its narration from one that hangs', async () => {
    const picture = `${PICTURE},select='not(between(t,5,7.9))',fps=30`;
    const [waits] = (await check({ picture, freeze: 3 })).findings;
    expect(waits).toMatchObject({ kind: 'frozen', forNarration: true });
    const [hangs] = (await check({ picture })).findings;
    expect(hangs).toMatchObject({ kind: 'frozen', forNarration: false });
  });

  it('takes no word for cut where the film goes on in its video, or only a little of it is missing', async () => {
    const words = [{ text: 'river', startMs: 3700, endMs: 4300, confidence: 1 }];
    expect(told(await check({ words, planned: { 1: { startMs: 4000, endMs: 8000 } } }))).toEqual([]);
    const little = [{ text: 'river', startMs: 3700, endMs: 4050, confidence: 1 }];
    expect(told(await check({ words: little }))).toEqual([]);
    expect(told(await check({ words, planned: { 0: { muted: true } } }))).not.toContainEqual(
      expect.arrayContaining(['clipped-word']),
    );
  });

  it('looks for signs in captions only where they are drawn', async () => {
    const srt = '1\n00:00:05,000 --> 00:00:07,000\nA sign: 漢\n';
    expect(told(await check({ srt }))).toEqual([]);
    expect((await check({ srt, burnSubtitles: true })).findings).toMatchObject([
      { kind: 'missing-glyphs', characters: '漢', startMs: 5000 },
    ]);
  });

  it('hears narrations again, and tells one that a recogniser cannot understand', async () => {
    const engines = { detector: createSpeechDetector(), transcribers: [createPocketsphinx()] };
    const srt = `1\n00:00:00,200 --> 00:00:03,800\n${SAID}\n`;
    const planned = { 0: narration(SAID) };
    const speech = `flite=text='${SAID}':voice=slt,aresample=48000,loudnorm=I=-16:TP=-2,aresample=48000,aformat=channel_layouts=stereo`;
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
    // Without a recogniser it says so.
    expect(await check({ srt, planned })).toMatchObject({ findings: [], narrations: 'unheard' });
  });
});
