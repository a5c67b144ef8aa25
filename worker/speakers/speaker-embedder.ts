import { join } from 'node:path';
import { z } from 'zod';
import { installedModel, type InstalledModel } from '#core/models/installed.ts';
import { threadsEach } from '../engines/cores.ts';
import type { Span } from '../transcribers/chunks.ts';
import { askSherpa, SHERPA_VERSION, sherpaSound, SPEECH_RATE } from '../transcribers/sherpa/sherpa.ts';
import { problemOf } from '../transcribers/sherpa/sherpa-recogniser.ts';

const ID = 'campplus';
/**
 * Version of this engine, part of artifact keys.
 * Increase it when its calls of sherpa-onnx or the grouping of voices change.
 */
const ENGINE_VERSION = 1;
/** Shorter audio is not enough for any model. */
const MIN_SAMPLES = SPEECH_RATE / 4;

/** Turns speech into vectors that are similar for the same voice. */
export interface SpeakerEmbedder {
  readonly id: string;
  readonly version: string;
  /** Returns a sentence about what is missing, or `null`. */
  unavailable(): Promise<string | null>;
  /**
   * Returns a vector for each span, in order; `null` if the span contains too little audio.
   * @throws the signal's reason if aborted; EngineUnavailableError; EngineFailedError
   */
  embed(input: {
    wavPath: string;
    stretches: readonly Span[];
    /** The processor threads that it may use; all by default. */
    threads?: number;
    signal?: AbortSignal;
    onProgress?: (fraction: number) => void;
  }): Promise<(number[] | null)[]>;
}

const embeddingSchema = z.object({ embedding: z.array(z.number()).min(1) });

export function createSpeakerEmbedder(model: InstalledModel): SpeakerEmbedder {
  const requestFor = (numThreads = threadsEach(1)) => ({
    task: 'embed',
    config: { model: join(model.dir, 'model.onnx'), numThreads, provider: 'cpu', debug: false },
  });
  return {
    id: ID,
    version: `${SHERPA_VERSION}.${ENGINE_VERSION}-${model.hash}`,
    async unavailable() {
      try {
        await askSherpa(requestFor(), z.never());
        return null;
      } catch (error) {
        return problemOf(ID, error);
      }
    },
    async embed({ wavPath, stretches, threads, signal, onProgress }) {
      if (stretches.length === 0) return [];
      const { durationMs: _, ...sound } = await sherpaSound(wavPath);
      const samples = (ms: number) => Math.min(Math.round((ms * SPEECH_RATE) / 1000), sound.samples);
      const inside = stretches.map(({ startMs, endMs }) => [samples(startMs), samples(endMs)] as const);
      const isEnough = ([from, to]: readonly [number, number]) => to - from >= MIN_SAMPLES;
      const request = { ...requestFor(threads), sound, stretches: inside.filter(isEnough) };
      const embeddings = await askSherpa(request, embeddingSchema, {
        signal,
        ...(onProgress && { onProgress }),
      });
      return inside.map((stretch) => (isEnough(stretch) ? embeddings.shift()!.embedding : null));
    },
  };
}

/**
 * Returns the embedder of this machine's model, and what is wrong with the model; both `null` without a
 * model.
 */
export async function chooseSpeakerEmbedder(
  modelsDir: string,
): Promise<{ speakers: SpeakerEmbedder | null; problem: string | null }> {
  const model = await installedModel(modelsDir, ID);
  const embedder = model && createSpeakerEmbedder(model);
  const problem = (await embedder?.unavailable()) ?? null;
  return { speakers: problem === null ? embedder : null, problem };
}
