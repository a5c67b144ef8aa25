import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineFailedError, EngineUnavailableError, runEngine } from '../engines/run-engine.ts';
import { tidyWords } from './parse-pocketsphinx.ts';
import { whisperLineSchema, wordsFromSegments, wordsFromTokens } from './parse-whisper.ts';
import type { Heard, TranscribeInput, Transcriber } from './transcriber.ts';
import { readWavInfo } from '../audio/wav.ts';

const CHILD = fileURLToPath(import.meta.resolve('#worker/transcribers/whisper-child.mjs'));
/** The first bytes of every ggml model file. */
const MAGIC = [0x67676d6c, 0x46554747];
/** Hashed at the start and the end of a model, to identify models without reading gigabytes. */
const SAMPLE_BYTES = 256 * 1024;
/** Version of the binding and, last, of our use of it. */
const ENGINE_VERSION = '1.1.1.1';
const MAX_THREADS = 4;

/**
 * whisper.cpp with a ggml model file, e.g. ggml-base.bin. An unreadable model gives an engine whose unavailable() says
 * so.
 */
export async function createWhisper(modelPath: string): Promise<Transcriber> {
  const model = await readModel(modelPath);
  let usable = false;
  return {
    id: 'whisper.cpp',
    version: `${ENGINE_VERSION}-${model.id ?? 'none'}`,
    languages: basename(modelPath).includes('.en') ? ['en'] : ['*'],
    async unavailable() {
      if (model.problem !== null) return model.problem;
      if (usable) return null;
      const problem = await tryModel(modelPath);
      usable = problem === null;
      return problem;
    },
    async transcribe(input) {
      if (model.problem !== null) throw new EngineUnavailableError(model.problem);
      return transcribe(modelPath, input);
    },
  };
}

async function transcribe(
  modelPath: string,
  { wavPath, signal, onProgress, log }: TranscribeInput,
): Promise<Heard> {
  const { durationMs } = await readWavInfo(wavPath);
  const threads = String(Math.min(MAX_THREADS, availableParallelism()));
  let heard: Heard | null = null;
  let reached = 0;
  await runEngine({
    command: process.execPath,
    args: [CHILD, modelPath, wavPath, threads],
    signal,
    onLine(line) {
      const message = whisperLineSchema.safeParse(parseJson(line)).data;
      if (!message) return;
      if ('progress' in message) {
        if (message.progress > reached) onProgress?.((reached = message.progress));
        return;
      }
      const words = (message.perToken ? wordsFromTokens : wordsFromSegments)(message.segments);
      heard = { language: message.language, words: tidyWords(words, durationMs) };
    },
  });
  if (!heard) throw new EngineFailedError('whisper.cpp ended without a result.');
  if (reached < 1) onProgress?.(1);
  log?.debug({ durationMs }, 'whisper.cpp has listened');
  return heard;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

interface ModelFile {
  /** Short hash of name, size, start and end. */
  id: string | null;
  problem: string | null;
}

async function readModel(path: string): Promise<ModelFile> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch {
    return { id: null, problem: `WHISPER_MODEL names a file that cannot be read: ${path}.` };
  }
  try {
    const { size } = await file.stat();
    const sample = Math.min(SAMPLE_BYTES, size);
    const head = await file.read(Buffer.alloc(sample), 0, sample, 0);
    const tail = await file.read(Buffer.alloc(sample), 0, sample, size - sample);
    if (sample < 4 || !MAGIC.includes(head.buffer.readUInt32LE(0))) {
      return { id: null, problem: `WHISPER_MODEL is not a ggml model: ${path}.` };
    }
    const hash = createHash('sha256')
      .update(`${basename(path)}:${size}:`)
      .update(head.buffer)
      .update(tail.buffer);
    return { id: hash.digest('hex').slice(0, 12), problem: null };
  } catch {
    return { id: null, problem: `WHISPER_MODEL names a file that cannot be read: ${path}.` };
  } finally {
    await file.close();
  }
}

async function tryModel(modelPath: string): Promise<string | null> {
  try {
    await runEngine({ command: process.execPath, args: [CHILD, modelPath] });
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return said.includes('ERR_MODULE_NOT_FOUND') || said.includes('Failed to load whisper.node')
      ? 'whisper.cpp is not installed: run npm ci without leaving out optional packages.'
      : `whisper.cpp cannot load the model that WHISPER_MODEL names (broken or of another kind): ${modelPath}.`;
  }
}
