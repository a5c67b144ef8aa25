import { installedModel } from '#core/models/installed.ts';
import { createOpenAiTranscriber, type OpenAiTranscriberOptions } from '../transcribers/openai/openai.ts';
import { createPocketsphinx } from '../transcribers/pocketsphinx/pocketsphinx.ts';
import { IDENTIFIERS, RECOGNISERS } from '../transcribers/sherpa/sherpa-models.ts';
import { createSherpaTranscriber } from '../transcribers/sherpa/sherpa-recogniser.ts';
import type { SpeechDetector } from '../transcribers/sherpa/speech-detector.ts';
import { createLanguageIdentifier, type LanguageIdentifier } from '../transcribers/sherpa/spoken-language.ts';
import type { Transcriber } from '../transcribers/transcriber.ts';

export interface TranscriberOptions {
  /** Without a detector, no engine of this machine is used: it would find words in music and noise. */
  detector: SpeechDetector | null;
  /** TRANSCRIBE_URL and related variables. With them, no engine of this machine is used. */
  transcription?: OpenAiTranscriberOptions | undefined;
  modelsDir: string;
  /** Files derived from models for the engines to load. */
  preparedDir: string;
}

/**
 * Returns every transcriber of these options, usable or not, best first. A new one is a file and a line here.
 */
export async function allTranscribers(options: TranscriberOptions): Promise<Transcriber[]> {
  const { detector, transcription, modelsDir, preparedDir } = options;
  if (transcription) return [createOpenAiTranscriber(transcription)];
  if (!detector) return [];
  const installed = RECOGNISERS.map(async (recogniser) => {
    const model = await installedModel(modelsDir, recogniser.id);
    return model && createSherpaTranscriber(recogniser, model, preparedDir);
  });
  return [...(await Promise.all(installed)).filter((engine) => engine !== null), createPocketsphinx()];
}

export interface ChosenTranscribers {
  /** Best first; empty if none is usable: then videos are split by shots. */
  transcribers: Transcriber[];
  /** Detects the language for the transcribers; `null` without one. */
  identifier: LanguageIdentifier | null;
  /** Missing programs and models, one sentence each. */
  problems: string[];
}

/**
 * Returns the usable engines, or the server that the operator configured. A server stays selected while it is
 * unavailable.
 */
export async function chooseTranscribers(options: TranscriberOptions): Promise<ChosenTranscribers> {
  const all = await allTranscribers(options);
  const checked = await Promise.all(
    all.map(async (engine) => ({ engine, problem: await engine.unavailable() })),
  );
  const problems = checked.flatMap(({ problem }) => problem ?? []);
  if (options.transcription) return { transcribers: all, identifier: null, problems };
  const transcribers = checked.filter(({ problem }) => problem === null).map(({ engine }) => engine);
  const identifier = transcribers.length > 0 ? await chooseIdentifier(options.modelsDir) : null;
  return { transcribers, identifier, problems };
}

async function chooseIdentifier(modelsDir: string): Promise<LanguageIdentifier | null> {
  for (const way of IDENTIFIERS) {
    const model = await installedModel(modelsDir, way.id);
    const identifier = model && createLanguageIdentifier(way, model);
    if (identifier && (await identifier.unavailable()) === null) return identifier;
  }
  return null;
}

/**
 * Returns the best engine for a language. For an unknown one, an engine of many languages, otherwise of
 * English.
 */
export function transcriberFor(
  transcribers: readonly Transcriber[],
  language: string | null,
): Transcriber | undefined {
  const speaks = (code: string) => transcribers.find(({ languages }) => languages.includes(code));
  if (language === null) return speaks('*') ?? speaks('en');
  return transcribers.find(({ languages }) => languages.includes(language) || languages.includes('*'));
}
