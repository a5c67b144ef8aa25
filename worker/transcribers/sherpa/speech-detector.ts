import { createRequire } from 'node:module';
import { z } from 'zod';
import type { Span } from '../chunks.ts';
import { askSherpa, SHERPA_VERSION, sherpaSound, SPEECH_RATE } from './sherpa.ts';

const MODEL = '@ricky0123/vad-web/dist/silero_vad_v6.onnx';
/**
 * Version of this engine, part of artifact keys.
 * Increase it when its settings or the use of its spans change.
 */
const ENGINE_VERSION = 1;
/**
 * In seconds. Beyond maxSpeechDuration, silero ends a span at the next short pause: no recogniser is more
 * accurate with longer ones.
 */
const SILERO = {
  threshold: 0.5,
  minSilenceDuration: 0.25,
  minSpeechDuration: 0.1,
  maxSpeechDuration: 15,
  windowSize: 512,
};

/** Detects speech in any language. */
export interface SpeechDetector {
  /** Changes whenever the same audio may give other spans. Part of artifact keys. */
  readonly version: string;
  /** Returns a sentence about what is missing, or `null`. */
  unavailable(): Promise<string | null>;
  /**
   * @param wavPath 16 kHz, mono, 16-bit
   * @returns the spans of speech in order of time, without overlaps, inside the audio
   * @throws the signal's reason if aborted; EngineUnavailableError; EngineFailedError; Error for another file
   */
  detect(
    wavPath: string,
    options?: { signal?: AbortSignal | undefined; onProgress?: (fraction: number) => void },
  ): Promise<Span[]>;
}

const stretchSchema = z.object({ speech: z.tuple([z.int().min(0), z.int().min(0)]) });

/** Uses silero VAD, whose model comes with a package. It works offline, at a hundredth of real time. */
export function createSpeechDetector(): SpeechDetector {
  const model = createRequire(import.meta.url).resolve(MODEL);
  const request = { task: 'detect', silero: { ...SILERO, model } };
  let usable = false;
  return {
    version: `silero-6-${SHERPA_VERSION}.${ENGINE_VERSION}`,
    async unavailable() {
      if (usable) return null;
      try {
        await askSherpa(request, z.never());
        usable = true;
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    async detect(wavPath, options = {}) {
      const { durationMs, ...sound } = await sherpaSound(wavPath);
      if (sound.samples === 0) return [];
      const stretches = await askSherpa({ ...request, sound }, stretchSchema, options);
      const ms = (sample: number) => Math.min(Math.round((sample * 1000) / SPEECH_RATE), durationMs);
      return stretches
        .map(({ speech: [from, to] }) => ({ startMs: ms(from), endMs: ms(to) }))
        .filter(({ startMs, endMs }) => endMs > startMs);
    },
  };
}
