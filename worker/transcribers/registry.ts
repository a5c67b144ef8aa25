import { EngineUnavailableError } from '../engines/run-engine.ts';
import { createPocketsphinx } from './pocketsphinx.ts';
import type { Transcriber } from './transcriber.ts';
import { createWhisper } from './whisper.ts';

export interface TranscriberOptions {
  /** Path of a ggml model (WHISPER_MODEL). */
  whisperModel?: string | undefined;
}

interface Entry {
  /** True when the operator asked for this engine: then a fault of it is an error, not a reason to go on. */
  wanted(options: TranscriberOptions): boolean;
  /** Null when the options do not allow for it. */
  create(options: TranscriberOptions): Promise<Transcriber | null>;
}

/** Every transcriber, best first. A new one is a file and a line here. */
const TRANSCRIBERS: readonly Entry[] = [
  {
    wanted: (options) => options.whisperModel !== undefined,
    create: async ({ whisperModel }) => (whisperModel === undefined ? null : createWhisper(whisperModel)),
  },
  { wanted: () => false, create: async () => createPocketsphinx() },
];

export interface ChosenTranscriber {
  /** Null when none can be used: videos then get sections by their shots. */
  transcriber: Transcriber | null;
  /** What is missing, one sentence each. */
  problems: string[];
}

/** Every engine that these options allow for, usable or not: for the conformance suite. */
export async function allTranscribers(options: TranscriberOptions): Promise<Transcriber[]> {
  const created = await Promise.all(TRANSCRIBERS.map((entry) => entry.create(options)));
  return created.filter((engine) => engine !== null);
}

/**
 * The best engine that can be used.
 * @throws EngineUnavailableError when the one that the operator asked for cannot: a wrong WHISPER_MODEL
 *   must not quietly give worse words.
 */
export async function chooseTranscriber(options: TranscriberOptions): Promise<ChosenTranscriber> {
  const problems: string[] = [];
  for (const entry of TRANSCRIBERS) {
    const transcriber = await entry.create(options);
    if (!transcriber) continue;
    const problem = await transcriber.unavailable();
    if (problem === null) return { transcriber, problems };
    if (entry.wanted(options)) throw new EngineUnavailableError(problem);
    problems.push(problem);
  }
  return { transcriber: null, problems };
}
