import { EngineUnavailableError } from '../engines/run-engine.ts';
import { createOpenAiTranscriber, type OpenAiTranscriberOptions } from './openai.ts';
import { createPocketsphinx } from './pocketsphinx.ts';
import type { Transcriber } from './transcriber.ts';
import { createWhisper } from './whisper.ts';

export interface TranscriberOptions {
  /** TRANSCRIBE_URL and its companions. */
  transcription?: OpenAiTranscriberOptions | undefined;
  /** Path of a ggml model (WHISPER_MODEL). */
  whisperModel?: string | undefined;
}

interface Entry {
  /** Null when the options do not include it. */
  create(options: TranscriberOptions): Promise<Transcriber | null>;
  /**
   * The effect of a fault. A default engine is replaced by the next one. A wrong setting stops the worker. A server may
   * be away for a while: it is kept, and fails steps until it is back.
   */
  ifFaulty: 'next' | 'stop' | 'keep';
}

/** Every transcriber, best first. A new one is a file and a line here. */
const TRANSCRIBERS: readonly Entry[] = [
  {
    create: async ({ transcription }) => (transcription ? createOpenAiTranscriber(transcription) : null),
    ifFaulty: 'keep',
  },
  {
    create: async ({ whisperModel }) => (whisperModel === undefined ? null : createWhisper(whisperModel)),
    ifFaulty: 'stop',
  },
  { create: async () => createPocketsphinx(), ifFaulty: 'next' },
];

export interface ChosenTranscriber {
  /** Null when none is usable: videos then get sections by their shots. */
  transcriber: Transcriber | null;
  /** Missing programs and models, one sentence each. */
  problems: string[];
}

/** Every engine that these options include, usable or not: for the conformance suite. */
export async function allTranscribers(options: TranscriberOptions): Promise<Transcriber[]> {
  const created = await Promise.all(TRANSCRIBERS.map((entry) => entry.create(options)));
  return created.filter((engine) => engine !== null);
}

/**
 * The best usable engine, or the one that the operator configured.
 * @throws EngineUnavailableError when that is one of this machine and unusable: a wrong WHISPER_MODEL must not silently
 * give worse words.
 */
export async function chooseTranscriber(options: TranscriberOptions): Promise<ChosenTranscriber> {
  const problems: string[] = [];
  for (const { create, ifFaulty } of TRANSCRIBERS) {
    const transcriber = await create(options);
    if (!transcriber) continue;
    const problem = await transcriber.unavailable();
    if (problem === null) return { transcriber, problems };
    if (ifFaulty === 'stop') throw new EngineUnavailableError(problem);
    problems.push(problem);
    if (ifFaulty === 'keep') return { transcriber, problems };
  }
  return { transcriber: null, problems };
}
