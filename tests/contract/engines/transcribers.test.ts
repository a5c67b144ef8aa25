import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { transcriptWordSchema } from '#contract/jobs/processing.ts';
import {
  allTranscribers,
  chooseTranscribers,
  transcriberFor,
} from '../../../worker/engine-set/transcribers.ts';
import type { Transcriber } from '../../../worker/transcribers/transcriber.ts';
import { createSpeechDetector } from '../../../worker/transcribers/sherpa/speech-detector.ts';
import { readWavInfo } from '../../../worker/audio/wav.ts';
import { addressOfNothing } from '../../helpers/outside/fake-server.ts';
import { startTranscriptionServer } from '../../helpers/engine-servers/openai-transcription-server.ts';
import { tones, writeCtcModel } from '../../helpers/models/ctc.ts';
import { installMade } from '../../helpers/models/install.ts';
import { describeFaults } from '../../helpers/outside/server-faults.ts';
import { itInFullTier } from '../../helpers/tier.ts';
import { fliteWav, hear, lavfiWav, tempFolder, toSpeechWav } from '../../helpers/media/speech.ts';

const TEXT = 'Every morning the baker opened the shop. Children bought warm bread on the way to school.';
const KEY = 'sk-test-19c7e4aa02';
const served = await startTranscriptionServer({ apiKey: KEY, model: 'hear-1', text: TEXT });
const TRANSCRIPTION = { url: served.base, apiKey: KEY, model: 'hear-1' };
const temp = await tempFolder();
const modelsDir = join(temp.folder, 'models');
const detector = createSpeechDetector();
const options = { detector, modelsDir, preparedDir: join(temp.folder, 'prepared') };
await installMade(modelsDir, 'parakeet-en', (dir) => writeCtcModel(dir));
await installMade(modelsDir, 'indicconformer-hi', (dir) =>
  writeCtcModel(dir, { low: '▁नमस्ते', high: '▁दुनिया', tokens: 'vocab.txt', described: false }),
);
const ALL = [{ startMs: 0, endMs: 9_000_000 }];
const wavPath = await fliteWav(TEXT, join(temp.folder, 'passage.wav'));
const tonesPath = await lavfiWav(tones(24), join(temp.folder, 'tones.wav'));
afterAll(() => Promise.all([temp.remove(), served.close()]));
afterEach(() => served.reset());

/** The words that each engine recognizes. Models that the tests make recognize tones. */
const engines = [
  ...(await allTranscribers({ ...options, transcription: TRANSCRIPTION })),
  ...(await allTranscribers(options)),
].map((engine) => {
  const language = { 'parakeet-en': 'en', 'indicconformer-hi': 'hi' }[engine.id];
  if (language) return { engine, sound: tonesPath, language, speech: ALL };
  return { engine, sound: wavPath, language: 'en', speech: undefined };
});

it('includes engines of a server, of models, and of a program', () => {
  expect(engines.map(({ engine }) => engine.id)).toEqual([
    'openai-transcription',
    'parakeet-en',
    'indicconformer-hi',
    'pocketsphinx',
  ]);
});

describe.each(engines.map((one) => [one.engine.id, one] as const))('transcriber %s', async (id, one) => {
  const { engine, sound } = one;
  const missing = await engine.unavailable();

  it('has a name for artifact keys, and lists its languages', () => {
    expect(engine.id).toMatch(/^[a-z][a-z0-9.-]*$/);
    expect(engine.version).toMatch(/^[\w.-]+$/);
    expect(engine.languages.length).toBeGreaterThan(0);
    expect(missing ?? 'Nothing is missing.').toMatch(/\.$/);
  });

  it.skipIf(missing !== null)('returns words in order, inside the file, and its progress', async () => {
    const { durationMs } = await readWavInfo(sound);
    const progress: number[] = [];
    const { language, words, speech } = await hear(engine, sound, {
      speech: one.speech,
      onProgress: (f) => progress.push(f),
    });
    expect(language).toBe(one.language);
    expect(words.length).toBeGreaterThan(10);
    let reached = 0;
    for (const word of words) {
      expect(transcriptWordSchema.safeParse(word).error).toBeUndefined();
      expect(word.text).toMatch(/^[^\s<>[\]()]+$/);
      expect(word.startMs).toBeGreaterThanOrEqual(reached);
      expect(word.endMs).toBeGreaterThan(word.startMs);
      expect(speech.some(({ startMs, endMs }) => startMs <= word.startMs && word.endMs <= endMs)).toBe(true);
      reached = word.endMs;
    }
    expect(reached).toBeLessThanOrEqual(durationMs);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress[0]).toBeGreaterThanOrEqual(0);
    expect(progress.at(-1)).toBe(1);
  });

  if (!missing)
    itInFullTier('returns the same words again', async () => {
      const first = await hear(engine, sound, { speech: one.speech });
      expect(await hear(engine, sound, { speech: one.speech })).toEqual(first);
    });

  it.skipIf(missing !== null)('stops immediately when aborted', async () => {
    // An engine that ignored the signal would exceed the test's limit.
    const long = await toSpeechWav(['-stream_loop', '199', '-i', wavPath], join(temp.folder, 'long.wav'));
    const abort = new AbortController();
    if (id === 'openai-transcription') served.failAlways('hang');
    const transcription = hear(engine, long, { speech: ALL, signal: abort.signal });
    setTimeout(() => abort.abort(new Error('cancelled by the test')), 150);
    await expect(transcription).rejects.toThrow('cancelled by the test');
    await expect(hear(engine, long, { speech: ALL, signal: abort.signal })).rejects.toThrow(
      'cancelled by the test',
    );
  });

  it.skipIf(missing !== null)('refuses files without audio', async () => {
    const path = join(temp.folder, 'text.wav');
    await writeFile(path, 'this is not a sound, whatever its name says');
    await expect(hear(engine, path, { speech: ALL })).rejects.toThrow(/./);
    await expect(hear(engine, join(temp.folder, 'none.wav'), { speech: ALL })).rejects.toThrow(/./);
  });
});

describe('a transcription server', async () => {
  const [engine] = await allTranscribers({ ...options, transcription: TRANSCRIPTION });
  const answer = (language: string, text: string, words: [string, number, number][]) => ({
    body: { language, text, words: words.map(([word, start, end]) => ({ word, start, end })) },
  });

  it('includes the model in its version, and no key', async () => {
    expect(await engine!.unavailable()).toBeNull();
    expect(engine!.version).toMatch(/^2-hear-1-[0-9a-f]{8}$/);
    expect(engine!.version).not.toContain(KEY);
  });

  it('takes punctuation from the text, and returns times in milliseconds', async () => {
    const { words } = await hear(engine!, wavPath, { speech: ALL });
    expect(words.map((word) => word.text).join(' ')).toBe(TEXT);
    served.failNext(
      answer('en', ' Well, "yes": we do! [Music]', [
        ['Well', 0.1, 0.3],
        ['yes', 0.5, 0.9],
        ['we', 0.9, 1.0],
        [' do', 1.0, 1.4],
        ['[Music]', 1.5, 1.9],
      ]),
    );
    expect(await hear(engine!, wavPath, { speech: ALL })).toMatchObject({
      language: 'en',
      words: [
        { text: 'Well,', startMs: 100, endMs: 300, confidence: 0.85 },
        { text: 'yes":', startMs: 500, endMs: 900, confidence: 0.85 },
        { text: 'we', startMs: 900, endMs: 1000, confidence: 0.85 },
        { text: 'do!', startMs: 1000, endMs: 1400, confidence: 0.85 },
      ],
    });
  });

  it.each([
    ['english', 'en'],
    ['Hindi', 'hi'],
    ['bengali', 'bn'],
    ['bn-IN', 'bn'],
    ['french', 'fr'],
    ['sw', 'sw'],
  ])('maps the language %s to %s', async (language, code) => {
    served.failNext(answer(language, 'Word', [['Word', 0, 1]]));
    expect((await hear(engine!, wavPath, { speech: ALL })).language).toBe(code);
  });

  it('is not called for almost no audio', async () => {
    const short = await lavfiWav('sine=duration=0.05', join(temp.folder, 'short.wav'));
    expect(await hear(engine!, short, { speech: ALL })).toMatchObject({ language: 'en', words: [] });
    expect(served.received).toEqual([]);
  });

  it('transcribes only the spans of speech, and receives their language', async () => {
    served.failNext(
      answer('english', 'before one between two after', [
        ['before', 0.0, 0.2],
        ['one', 0.4, 0.8],
        ['between', 0.8, 1.0],
        ['two', 1.4, 1.7],
        ['after', 2.1, 2.4],
      ]),
    );
    const speech = [
      { startMs: 1300, endMs: 2000 },
      { startMs: 2500, endMs: 3000 },
    ];
    const { words, language } = await hear(engine!, wavPath, { speech, language: 'hi' });
    expect(words.map(({ text, startMs }) => [text, startMs])).toEqual([
      ['before', 1300],
      ['one', 1700],
      ['two', 2700],
    ]);
    expect(language).toBe('hi');
    const sent = served.received.at(-1)!.body.toString('latin1');
    expect(sent).toMatch(/name="language"\s+hi\s/);
    // 1.7 seconds of 16,000 samples, and a header.
    expect(served.received.at(-1)!.body.length).toBeLessThan(1.8 * 32_000);
  });

  it('stays selected while it is unavailable, instead of another engine', async () => {
    const away = { ...TRANSCRIPTION, url: await addressOfNothing() };
    const { transcribers, problems } = await chooseTranscribers({ ...options, transcription: away });
    expect(transcribers.map((one) => one.id)).toEqual(['openai-transcription']);
    expect(problems).toEqual([expect.stringMatching(/^The transcription server cannot be reached \(\w+\)/)]);
  });

  describeFaults({
    server: served,
    apiKey: KEY,
    call: (signal) => hear(engine!, wavPath, { speech: ALL, signal }),
    garbage: ['<html>', {}, { text: 'words without times', language: 'english' }],
  });
});

describe('a recogniser of sherpa-onnx', async () => {
  const [english, hindi] = (await allTranscribers(options)) as [Transcriber, Transcriber];

  // product 11.4
  itInFullTier('returns words with their times, for each span separately', async () => {
    const speech = [
      { startMs: 900, endMs: 3700 },
      { startMs: 7900, endMs: 9500 },
    ];
    const { words } = await hear(english, tonesPath, { speech });
    expect(words.map(({ text }) => text)).toEqual(['high', 'low', 'high', 'low', 'high']);
    const near = [1000, 2000, 3000, 8000, 9000].map((ms) => expect.closeTo(ms / 100, 0));
    expect(words.map(({ startMs }) => startMs / 100)).toEqual(near);
    const [recognized] = (await hear(hindi, tonesPath, { speech: [{ startMs: 0, endMs: 1600 }] })).words;
    expect(recognized?.text).toBe('नमस्ते');
  });

  itInFullTier('is confident of words that a second pass confirms, and uncertain of others', async () => {
    // The second tone is at the threshold: if it were any softer, nothing would be recognized.
    const source = tones(4).replaceAll('0.4*sin(2*PI*2500*t)', '0.027*sin(2*PI*2500*t)');
    const faint = await lavfiWav(source, join(temp.folder, 'faint.wav'));
    const { words } = await hear(english, faint, { speech: ALL });
    expect(words.filter(({ text }) => text === 'low').map(({ confidence }) => confidence)).toEqual([
      0.9, 0.9,
    ]);
    expect(words.filter(({ text }) => text === 'high').map(({ confidence }) => confidence)).toEqual([
      0.3, 0.3,
    ]);
  });

  // product 11.6
  it('includes the hash of its model in its version, so another model has another version', async () => {
    const other = join(temp.folder, 'other models');
    await installMade(other, 'parakeet-en', (dir) => writeCtcModel(dir, { low: '▁deep' }));
    const [another] = (await allTranscribers({ ...options, modelsDir: other })) as [Transcriber];
    expect(another.version).toMatch(/^[\d.]+-[\da-f]{12}$/);
    expect(another.version).not.toBe(english.version);
  });

  // product 11.5
  itInFullTier('is left out with one sentence if its model cannot be loaded', async () => {
    const broken = join(temp.folder, 'broken models');
    await installMade(broken, 'parakeet-en', (dir) => writeCtcModel(dir, { described: false }));
    await installMade(broken, 'indicconformer-hi', (dir) =>
      writeCtcModel(dir, { tokens: 'vocab.txt', described: false, unknownOperation: true }),
    );
    const { transcribers, problems } = await chooseTranscribers({ ...options, modelsDir: broken });
    expect(transcribers.map((one) => one.id)).not.toContain('parakeet-en');
    expect(transcribers.map((one) => one.id)).not.toContain('indicconformer-hi');
    expect(problems).toEqual(
      expect.arrayContaining([
        "The model parakeet-en cannot be loaded: 'vocab_size' does not exist in the metadata.",
        expect.stringMatching(/^The model indicconformer-hi cannot be loaded: .*Teleport.*\.$/),
      ]),
    );
  });
});

describe('choosing a transcriber', () => {
  const none = { ...options, modelsDir: join(temp.folder, 'no models') };

  itInFullTier('uses what is installed if there are no models', async () => {
    const { transcribers, problems } = await chooseTranscribers(none);
    expect(transcribers).toHaveLength(problems.length > 0 ? 0 : 1);
  });

  it('uses none that would invent words if there is no speech detector', async () => {
    expect((await chooseTranscribers({ ...options, detector: null })).transcribers).toEqual([]);
  });

  // product 11.4
  it('selects by language, and English if it is unknown', async () => {
    const all = await allTranscribers(options);
    const idFor = (language: string | null, from = all) => transcriberFor(from, language)?.id;
    expect(idFor('hi')).toBe('indicconformer-hi');
    expect(idFor('en')).toBe('parakeet-en');
    expect(idFor(null)).toBe('parakeet-en');
    expect(idFor('bn')).toBeUndefined();
    expect(idFor('en', all.slice(2))).toBe('pocketsphinx');
    const server = await allTranscribers({ ...options, transcription: TRANSCRIPTION });
    expect([idFor('bn', server), idFor(null, server)]).toEqual([
      'openai-transcription',
      'openai-transcription',
    ]);
  });
});
