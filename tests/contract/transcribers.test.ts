import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transcriptWordSchema } from '#contract/jobs/processing.ts';
import { allTranscribers, chooseTranscriber } from '../../worker/transcribers/registry.ts';
import { readWavInfo } from '../../worker/audio/wav.ts';
import { addressOfNothing } from '../helpers/outside/fake-server.ts';
import { startTranscriptionServer } from '../helpers/outside/openai-transcription-server.ts';
import { describeFaults } from '../helpers/outside/server-faults.ts';
import { fliteWav, lavfiWav, REAL_MEDIA, tempFolder, toSpeechWav } from '../helpers/media/speech.ts';

const TEXT = 'Every morning the baker opened the shop. Children bought warm bread on the way to school.';
/** A model without trained weights: it loads, and recognises nothing meaningful. */
const TEST_MODEL = join(REAL_MEDIA, 'for-tests-ggml-tiny.bin');
const configured = process.env['WHISPER_MODEL'];
const KEY = 'sk-test-19c7e4aa02';
const served = await startTranscriptionServer({ apiKey: KEY, model: 'hear-1', text: TEXT });
const TRANSCRIPTION = { url: served.base, apiKey: KEY, model: 'hear-1' };
const engines = await allTranscribers({ whisperModel: configured, transcription: TRANSCRIPTION });

let temp: Awaited<ReturnType<typeof tempFolder>>;
let wavPath: string;
beforeAll(async () => {
  temp = await tempFolder();
  wavPath = await fliteWav(TEXT, join(temp.folder, 'passage.wav'));
});
afterAll(() => Promise.all([temp.remove(), served.close()]));
afterEach(() => served.reset());

describe.each(engines.map((engine) => [engine.id, engine] as const))('transcriber %s', async (id, engine) => {
  const missing = await engine.unavailable();

  it('names itself for artifact keys, and what it understands', () => {
    expect(engine.id).toMatch(/^[a-z][a-z0-9.-]*$/);
    expect(engine.version).toMatch(/^[\w.-]+$/);
    expect(engine.languages.length).toBeGreaterThan(0);
    expect(missing ?? 'Nothing is missing.').toMatch(/\.$/);
  });

  it.skipIf(missing !== null)('gives words in order of time, inside the file, and its progress', async () => {
    const { durationMs } = await readWavInfo(wavPath);
    const progress: number[] = [];
    const { language, words } = await engine.transcribe({ wavPath, onProgress: (f) => progress.push(f) });
    expect(language).toBe('en');
    expect(words.length).toBeGreaterThan(10);
    let reached = 0;
    for (const word of words) {
      expect(transcriptWordSchema.safeParse(word).error).toBeUndefined();
      expect(word.text).toMatch(/^[^\s<>[\]()]+$/);
      expect(word.startMs).toBeGreaterThanOrEqual(reached);
      expect(word.endMs).toBeGreaterThan(word.startMs);
      reached = word.endMs;
    }
    expect(reached).toBeLessThanOrEqual(durationMs);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress[0]).toBeGreaterThanOrEqual(0);
    expect(progress.at(-1)).toBe(1);
  });

  it.skipIf(missing !== null)(
    'gives the same words again',
    async () => {
      const first = await engine.transcribe({ wavPath });
      expect(await engine.transcribe({ wavPath })).toEqual(first);
    },
    120_000,
  );

  it.skipIf(missing !== null)('stops at once when aborted', async () => {
    // An engine that ignored the signal would exceed the test's limit.
    const long = await toSpeechWav(['-stream_loop', '199', '-i', wavPath], join(temp.folder, 'long.wav'));
    const abort = new AbortController();
    if (id === 'openai-transcription') served.failAlways('hang');
    const heard = engine.transcribe({ wavPath: long, signal: abort.signal });
    setTimeout(() => abort.abort(new Error('cancelled by the test')), 150);
    await expect(heard).rejects.toThrow('cancelled by the test');
    await expect(engine.transcribe({ wavPath: long, signal: abort.signal })).rejects.toThrow(
      'cancelled by the test',
    );
  });

  it.skipIf(missing !== null)('refuses what is no sound', async () => {
    const path = join(temp.folder, 'text.wav');
    await writeFile(path, 'this is not a sound, whatever its name says');
    await expect(engine.transcribe({ wavPath: path })).rejects.toThrow(/./);
    await expect(engine.transcribe({ wavPath: join(temp.folder, 'none.wav') })).rejects.toThrow(/./);
  });
});

describe('a transcription server', async () => {
  const [engine] = await allTranscribers({ transcription: TRANSCRIPTION });
  const answer = (language: string, text: string, words: [string, number, number][]) => ({
    body: { language, text, words: words.map(([word, start, end]) => ({ word, start, end })) },
  });

  it('has the model in its version, and no key', async () => {
    expect(await engine!.unavailable()).toBeNull();
    expect(engine!.version).toMatch(/^1-hear-1-[0-9a-f]{8}$/);
    expect(engine!.version).not.toContain(KEY);
  });

  it('gets its punctuation from the text, and its times in milliseconds', async () => {
    const { words } = await engine!.transcribe({ wavPath });
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
    expect(await engine!.transcribe({ wavPath })).toEqual({
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
  ])('gives the language %s as %s', async (language, code) => {
    served.failNext(answer(language, 'Word', [['Word', 0, 1]]));
    expect((await engine!.transcribe({ wavPath })).language).toBe(code);
  });

  it('is not asked about next to nothing', async () => {
    const short = await lavfiWav('sine=duration=0.05', join(temp.folder, 'short.wav'));
    expect(await engine!.transcribe({ wavPath: short })).toEqual({ language: 'en', words: [] });
    expect(served.received).toEqual([]);
  });

  it('is kept while it is away, rather than another engine taken', async () => {
    const away = { ...TRANSCRIPTION, url: await addressOfNothing() };
    const { transcriber, problems } = await chooseTranscriber({ transcription: away });
    expect(transcriber?.id).toBe('openai-transcription');
    expect(problems).toEqual([expect.stringMatching(/^The transcription server cannot be reached \(\w+\)/)]);
  });

  describeFaults({
    server: served,
    apiKey: KEY,
    call: (signal) => engine!.transcribe({ wavPath, signal }),
    garbage: ['<html>', {}, { text: 'words without times', language: 'english' }],
  });
});

describe('choosing a transcriber', () => {
  it('says which model is missing instead of quietly taking a worse engine', async () => {
    const whisperModel = join(temp.folder, 'no-model.bin');
    await expect(chooseTranscriber({ whisperModel })).rejects.toThrow(/WHISPER_MODEL.*no-model\.bin/);
  });

  it('says that a file is no model', async () => {
    const whisperModel = join(temp.folder, 'broken.bin');
    await writeFile(whisperModel, 'not a model at all');
    await expect(chooseTranscriber({ whisperModel })).rejects.toThrow(/is not a ggml model/);
  });

  it('survives a model that is broken inside', async () => {
    const whisperModel = join(temp.folder, 'torn.bin');
    // The right first bytes, then nonsense.
    await writeFile(whisperModel, Buffer.concat([Buffer.from('6c6d6767', 'hex'), Buffer.alloc(5000, 0x7f)]));
    await expect(chooseTranscriber({ whisperModel })).rejects.toThrow(
      /whisper\.cpp (cannot load|is not installed)/,
    );
  });

  it('takes what is there when no model is configured', async () => {
    const { transcriber, problems } = await chooseTranscriber({});
    expect(transcriber === null).toBe(problems.length > 0);
  });

  it.skipIf(!existsSync(TEST_MODEL))('loads a model', async () => {
    const { transcriber } = await chooseTranscriber({ whisperModel: TEST_MODEL });
    expect(transcriber).toMatchObject({ id: 'whisper.cpp', languages: ['*'] });
    expect(transcriber?.version).toMatch(/-[0-9a-f]{12}$/);
  });
});
