import { createEspeakNgEmscripten } from './espeak-ng-emscripten.ts';
import { createEspeakNg } from './espeak-ng.ts';
import type { Voice } from './voice.ts';

/** Every voice, best first. A new one is a file and a line here. */
const VOICES: readonly (() => Promise<Voice>)[] = [createEspeakNg, async () => createEspeakNgEmscripten()];

export interface ChosenVoice {
  /** Null when none can be used: no text can be read aloud then. */
  voice: Voice | null;
  /** What is missing, one sentence each; empty when the best voice is there. */
  problems: string[];
}

/** Every voice, usable or not: for the conformance suite. */
export async function allVoices(): Promise<Voice[]> {
  return Promise.all(VOICES.map((create) => create()));
}

/** The best voice that can be used. */
export async function chooseVoice(): Promise<ChosenVoice> {
  const problems: string[] = [];
  for (const create of VOICES) {
    const voice = await create();
    const problem = await voice.unavailable();
    if (problem === null) return { voice, problems };
    problems.push(problem);
  }
  return { voice: null, problems };
}
