import { realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readWavInfo } from '../../audio/wav.ts';
import { EngineFailedError, EngineUnavailableError, runEngine } from '../../engines/run-engine.ts';

const CHILD = fileURLToPath(import.meta.resolve('#worker/transcribers/sherpa/sherpa-child.mjs'));
/** The version of the package sherpa-onnx-node, which is part of the versions of all engines that use it. */
export const SHERPA_VERSION = '1.13.8';
/** The sample rate of all audio for it. */
export const SPEECH_RATE = 16_000;

const NOT_INSTALLED = 'sherpa-onnx is not installed: run npm ci without leaving out optional packages.';

/** The audio for sherpa-child.mjs: where its 16-bit samples are. */
export interface SherpaSound {
  path: string;
  /** The position of the first sample, in bytes. */
  offset: number;
  samples: number;
}

/**
 * Returns the audio of a WAV file.
 * @throws Error unless it is 16 kHz, mono, 16-bit
 */
export async function sherpaSound(wavPath: string): Promise<SherpaSound & { durationMs: number }> {
  const wav = await readWavInfo(wavPath);
  if (wav.sampleRate !== SPEECH_RATE || wav.channels !== 1)
    throw new Error('The WAV file is not 16 kHz mono.');
  return {
    path: await realpath(wavPath),
    offset: wav.dataOffset,
    samples: wav.samples,
    durationMs: wav.durationMs,
  };
}

const progressSchema = z.object({ progress: z.number().min(0).max(1) });
const doneSchema = z.object({ done: z.literal(true) });

/**
 * Sends one request to sherpa-onnx in its own process.
 * @param result parses a line of results; other lines are progress, 0 to 1
 * @returns the results in order
 * @throws the signal's reason if aborted; EngineUnavailableError without the package; EngineFailedError
 */
export async function askSherpa<T extends z.ZodType>(
  request: object,
  result: T,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: (fraction: number) => void } = {},
): Promise<z.output<T>[]> {
  const results: z.output<T>[] = [];
  let isDone = false;
  const onLine = (line: string) => {
    const message = parseJson(line);
    const progress = progressSchema.safeParse(message).data;
    const parsed = result.safeParse(message);
    if (progress) onProgress?.(progress.progress);
    else if (doneSchema.safeParse(message).success) isDone = true;
    else if (parsed.success) results.push(parsed.data);
  };
  try {
    await runEngine({
      command: process.execPath,
      args: [CHILD],
      input: JSON.stringify(request),
      signal,
      onLine,
    });
  } catch (error) {
    if (error instanceof EngineFailedError) throw explained(error);
    throw error;
  }
  if (!isDone) throw new EngineFailedError('sherpa-onnx ended without a result.');
  return results;
}

function explained(error: EngineFailedError): Error {
  const detail = error.detail ?? '';
  if (/ERR_MODULE_NOT_FOUND|Could not find sherpa-onnx-node/.test(detail)) {
    return new EngineUnavailableError(NOT_INSTALLED, { cause: error });
  }
  return new EngineFailedError(error.message.replace(/^\S+/, 'sherpa-onnx'), { cause: error, detail });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
