import { mkdir, appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { copyPrivately } from '#core/files/private-files.ts';
import type { InstalledModel } from '#core/models/installed.ts';
import { threadsEach } from '../../engines/cores.ts';
import { EngineFailedError, EngineUnavailableError } from '../../engines/run-engine.ts';
import { withoutRemarks } from '../remarks.ts';
import { askSherpa, SHERPA_VERSION, sherpaSound, SPEECH_RATE } from './sherpa.ts';
import type { Recogniser } from './sherpa-models.ts';
import { transcribedSpanSchema, wordsOfStretch } from './sherpa-words.ts';
import { tidyWords } from '#text/transcript/tidy-words.ts';
import type { Transcriber } from '../transcriber.ts';

/**
 * Version of this engine, part of artifact keys.
 * Increase it when the use of sherpa-onnx or its results changes.
 */
const ENGINE_VERSION = 1;
const MAX_THREADS = 4;

/**
 * Creates a recogniser of this machine with sherpa-onnx.
 * @param preparedDir for copies of models that need one
 */
export function createSherpaTranscriber(
  recogniser: Recogniser,
  model: InstalledModel,
  preparedDir: string,
): Transcriber {
  const { id, languages, online, twice } = recogniser;
  const requestFor = async (language: string | undefined, threads = threadsEach(1)) => {
    const numThreads = Math.min(MAX_THREADS, threads);
    const described = await describedFile(recogniser, model, preparedDir);
    const file = (name: string) =>
      name === recogniser.describe?.file && described ? described : join(model.dir, name);
    const { modelConfig, ...rest } = recogniser.config(file, language) as { modelConfig: object };
    const config = { ...rest, modelConfig: { ...modelConfig, numThreads, provider: 'cpu' } };
    return { task: 'recognise', online, twice, config };
  };
  let usable = false;
  return {
    id,
    version: `${SHERPA_VERSION}.${ENGINE_VERSION}-${model.hash}`,
    languages,
    rough: false,
    async unavailable() {
      if (usable) return null;
      try {
        await askSherpa(await requestFor(undefined), z.never());
        usable = true;
        return null;
      } catch (error) {
        return problemOf(id, error);
      }
    },
    async transcribe({ wavPath, speech, language, threads, signal, onProgress, log }) {
      const { durationMs, ...sound } = await sherpaSound(wavPath);
      signal?.throwIfAborted();
      const samples = (ms: number) => Math.min(Math.round((ms * SPEECH_RATE) / 1000), sound.samples);
      const stretches = speech
        .map(({ startMs, endMs }) => [samples(startMs), samples(endMs)] as const)
        .filter(([from, to]) => to > from);
      const spoken = languages.includes('*') ? language : languages[0];
      if (stretches.length === 0) {
        onProgress?.(1);
        return { language: spoken ?? 'en', words: [] };
      }
      const request = { ...(await requestFor(language, threads)), sound, stretches };
      let reached = 0;
      const spans = await askSherpa(request, transcribedSpanSchema, {
        signal,
        onProgress: (part) => part > reached && onProgress?.((reached = part)),
      });
      if (reached < 1) onProgress?.(1);
      log?.debug({ id, stretches: stretches.length, durationMs }, 'sherpa-onnx finished');
      const words = spans.flatMap((one, i) => wordsOfStretch(one.heard, speech[i]!));
      const detected = spans
        .map((one) => one.heard.language.replaceAll(/[<|>]/g, ''))
        .find((code) => code !== '');
      return { language: spoken ?? detected ?? 'en', words: tidyWords(withoutRemarks(words), durationMs) };
    },
  };
}

/** Returns why sherpa-onnx cannot load a model, in one sentence. */
export function problemOf(id: string, error: unknown): string {
  if (error instanceof EngineUnavailableError) return error.message;
  const detail = error instanceof EngineFailedError ? (error.detail ?? '') : String(error);
  const reason =
    /'\w+' does not exist in the metadata/.exec(detail)?.[0] ??
    /what\(\):(?:.*? failed:)?\s*(.{1,300})/.exec(detail)?.[1];
  return `The model ${id} cannot be loaded${reason ? `: ${reason.trim().replace(/\.$/, '')}` : ''}.`;
}

/**
 * Writes a copy of a model's file with metadata at its end. Returns `null` for a model that needs none. In
 * ONNX's format, appended data belongs to the model.
 */
async function describedFile(
  { id, describe }: Recogniser,
  model: InstalledModel,
  preparedDir: string,
): Promise<string | null> {
  if (!describe) return null;
  const path = join(preparedDir, `${id}-${model.hash}.onnx`);
  if (await stat(path).catch(() => null)) return path;
  await mkdir(preparedDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  await copyPrivately(join(model.dir, describe.file), draft);
  await appendFile(draft, metadata(describe.facts));
  await rename(draft, path);
  return path;
}

/** Returns entries of a model's metadata, as ONNX writes them. Only for texts of less than 128 bytes. */
function metadata(facts: Record<string, string>): Buffer {
  const part = (field: number, content: Buffer) =>
    Buffer.concat([Buffer.from([field * 8 + 2, content.length]), content]);
  return Buffer.concat(
    Object.entries(facts).map(([key, value]) =>
      part(14, Buffer.concat([part(1, Buffer.from(key)), part(2, Buffer.from(value))])),
    ),
  );
}
