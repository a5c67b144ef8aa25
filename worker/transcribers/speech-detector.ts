import { createRequire } from 'node:module';
import { z } from 'zod';
import type { Span } from './chunks.ts';
import { askSherpa, SHERPA_VERSION, sherpaSound, SPEECH_RATE } from './sherpa/sherpa.ts';

const MODEL = '@ricky0123/vad-web/dist/silero_vad_v6.onnx';
/** Raise it when the settings or our use of the stretches change. */
const OUR_VERSION = 1;
/**
 * In seconds. Beyond maxSpeechDuration silero ends a stretch at the next short pause: no recogniser hears better in
 * longer ones.
 */
const SILERO = {
  threshold: 0.5,
  minSilenceDuration: 0.25,
  minSpeechDuration: 0.1,
  maxSpeechDuration: 15,
  windowSize: 512,
};

/** Finds where somebody speaks, in any language. */
export interface SpeechDetector {
  /** Changes whenever the same sound may give other stretches: it is part of artifact keys. */
  readonly version: string;
  /** A sentence about what is missing, or null. */
  unavailable(): Promise<string | null>;
  /**
   * @param wavPath 16 kHz, mono, 16 bit
   * @returns the stretches of speech in order of time, not overlapping, inside the sound
   * @throws the signal's reason when aborted; EngineUnavailableError; EngineFailedError; Error for another file
   */
  detect(
    wavPath: string,
    options?: { signal?: AbortSignal | undefined; onProgress?: (fraction: number) => void },
  ): Promise<Span[]>;
}

const stretchSchema = z.object({ speech: z.tuple([z.int().min(0), z.int().min(0)]) });

/** silero VAD, whose model comes with a package: it works offline, at a hundredth of real time. */
export function createSpeechDetector(): SpeechDetector {
  const model = createRequire(import.meta.url).resolve(MODEL);
  const request = { task: 'detect', silero: { ...SILERO, model } };
  let usable = false;
  return {
    version: `silero-6-${SHERPA_VERSION}.${OUR_VERSION}`,
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
      const found = await askSherpa({ ...request, sound }, stretchSchema, options);
      const ms = (sample: number) => Math.min(Math.round((sample * 1000) / SPEECH_RATE), durationMs);
      return found
        .map(({ speech: [from, to] }) => ({ startMs: ms(from), endMs: ms(to) }))
        .filter(({ startMs, endMs }) => endMs > startMs);
    },
  };
}
