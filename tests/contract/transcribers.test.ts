import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcriptWordSchema } from '#contract/jobs/processing.ts';
import { allTranscribers, chooseTranscriber } from '../../worker/transcribers/registry.ts';
import { readWavInfo } from '../../worker/audio/wav.ts';
import { fliteWav, REAL_MEDIA, tempFolder, toSpeechWav } from '../helpers/speech.ts';

const TEXT = 'Every morning the baker opened the shop. Children bought warm bread on the way to school.';
/** A model without trained weights: it loads, and hears nothing that means anything. */
const TEST_MODEL = join(REAL_MEDIA, 'for-tests-ggml-tiny.bin');
const configured = process.env['WHISPER_MODEL'];
const engines = await allTranscribers({ whisperModel: configured });

let temp: Awaited<ReturnType<typeof tempFolder>>;
let wavPath: string;
beforeAll(async () => {
  temp = await tempFolder();
  wavPath = await fliteWav(TEXT, join(temp.folder, 'passage.wav'));
});
afterAll(() => temp.remove());

describe.each(engines.map((engine) => [engine.id, engine] as const))('transcriber %s', async (_, engine) => {
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
    // Long enough that an engine which goes on would be noticed.
    const long = await toSpeechWav(['-stream_loop', '19', '-i', wavPath], join(temp.folder, 'long.wav'));
    const abort = new AbortController();
    const heard = engine.transcribe({ wavPath: long, signal: abort.signal });
    setTimeout(() => abort.abort(new Error('cancelled by the test')), 150);
    const began = performance.now();
    await expect(heard).rejects.toThrow('cancelled by the test');
    expect(performance.now() - began).toBeLessThan(1500);
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
    // The right first bytes, then nothing that makes sense.
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
