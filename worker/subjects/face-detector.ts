import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Face } from '#contract/subjects.ts';
import { installedModel, type InstalledModel } from '#core/models/installed.ts';
import { parseJson } from '../engines/http.ts';
import { EngineFailedError, EngineUnavailableError, runEngine } from '../engines/run-engine.ts';
import { decodeFaces, FACE_FRAME, type FoundPlace, MIN_SCORE, PLACE_COUNT } from './decode-faces.ts';

const CHILD = fileURLToPath(import.meta.resolve('#worker/subjects/face-child.mjs'));
const ID = 'ultraface';
/**
 * Version of this engine, part of artifact keys.
 * Increase it when the examined frames or the face decoder change.
 */
const ENGINE_VERSION = 1;

const NOT_INSTALLED = 'onnxruntime is not installed: run npm ci without leaving out optional packages.';

/** Finds the faces in frames. */
export interface FaceDetector {
  readonly id: string;
  readonly version: string;
  /** Returns a sentence about what is missing, or `null`. */
  unavailable(): Promise<string | null>;
  /**
   * Returns the faces of each frame, the largest first.
   * @param framesPath a file of frames of size FACE_FRAME, 8-bit RGB, one after another
   * @throws the signal's reason if aborted; EngineUnavailableError; EngineFailedError
   */
  detect(
    framesPath: string,
    options?: { signal?: AbortSignal | undefined; onFrame?: (frames: number) => void },
  ): Promise<Face[][]>;
}

const frameSchema = z.object({
  places: z.literal(PLACE_COUNT),
  found: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])),
});
const doneSchema = z.object({ done: z.literal(true) });

export function createFaceDetector(model: InstalledModel): FaceDetector {
  const ask = async (frames: string | null, signal?: AbortSignal, onFrame?: (frames: number) => void) => {
    const facesPerFrame: FoundPlace[][] = [];
    let isDone = false;
    const onLine = (line: string) => {
      const message = parseJson(line);
      if (doneSchema.safeParse(message).success) isDone = true;
      else facesPerFrame.push(frameSchema.parse(message).found);
      onFrame?.(facesPerFrame.length);
    };
    const request = { model: join(model.dir, 'model.onnx'), frames, ...FACE_FRAME, least: MIN_SCORE };
    const input = JSON.stringify(request);
    await runEngine({ command: process.execPath, args: [CHILD], input, signal, onLine });
    if (!isDone) throw new EngineFailedError('The face detector ended without a result.');
    return facesPerFrame;
  };
  return {
    id: ID,
    version: `${ENGINE_VERSION}-${model.hash}`,
    async unavailable() {
      try {
        await ask(null);
        return null;
      } catch (error) {
        return problemOf(error);
      }
    },
    async detect(framesPath, { signal, onFrame } = {}) {
      return (await ask(framesPath, signal, onFrame)).map(decodeFaces);
    },
  };
}

function problemOf(error: unknown): string {
  const detail = error instanceof EngineFailedError ? (error.detail ?? '') : '';
  if (/ERR_MODULE_NOT_FOUND/.test(detail)) return NOT_INSTALLED;
  if (error instanceof EngineUnavailableError) return error.message;
  return `The model ${ID} cannot be loaded.`;
}

/**
 * Returns the detector of this machine's model, and what is wrong with the model; both `null` without a
 * model.
 */
export async function chooseFaceDetector(
  modelsDir: string,
): Promise<{ faces: FaceDetector | null; problem: string | null }> {
  const model = await installedModel(modelsDir, ID);
  const detector = model && createFaceDetector(model);
  const problem = (await detector?.unavailable()) ?? null;
  return { faces: problem === null ? detector : null, problem };
}
