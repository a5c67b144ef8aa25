import { installedModel } from '#core/models/installed.ts';
import { createOpenAiTranscriber, type OpenAiTranscriberOptions } from './openai/openai.ts';
import { createPocketsphinx } from './pocketsphinx/pocketsphinx.ts';
import { IDENTIFIERS, RECOGNISERS } from './sherpa/sherpa-models.ts';
import { createSherpaTranscriber } from './sherpa/sherpa-recogniser.ts';
import type { SpeechDetector } from './speech-detector.ts';
import { createLanguageIdentifier, type LanguageIdentifier } from './spoken-language.ts';
import type { Transcriber } from './transcriber.ts';

export interface TranscriberOptions {
  /** Without a detector no engine of this machine is used: it would guess words in music and noise. */
  detector: SpeechDetector | null;
  /** TRANSCRIBE_URL and its companions: then no engine of this machine is used. */
  transcription?: OpenAiTranscriberOptions | undefined;
  modelsDir: string;
  /** What was made of models, so that engines load them. */
  preparedDir: string;
}

/** Every transcriber that these options include, usable or not, best first. A new one is a file and a line here. */
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
  /** Best first; none when nothing is usable: videos then get sections by their shots. */
  transcribers: Transcriber[];
  /** Tells them the language; null without one. */
  identifier: LanguageIdentifier | null;
  /** Missing programs and models, one sentence each. */
  problems: string[];
}

/** The usable engines, or the server that the operator configured: that one may be away for a while, and is kept. */
export async function chooseTranscribers(options: TranscriberOptions): Promise<ChosenTranscribers> {
  const all = await allTranscribers(options);
  const found = await Promise.all(
    all.map(async (engine) => ({ engine, problem: await engine.unavailable() })),
  );
  const problems = found.flatMap(({ problem }) => problem ?? []);
  if (options.transcription) return { transcribers: all, identifier: null, problems };
  const transcribers = found.filter(({ problem }) => problem === null).map(({ engine }) => engine);
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

/** The best engine for a language; for an unknown one, an engine of many languages, or else of English. */
export function transcriberFor(
  transcribers: readonly Transcriber[],
  language: string | null,
): Transcriber | undefined {
  const speaks = (code: string) => transcribers.find(({ languages }) => languages.includes(code));
  if (language === null) return speaks('*') ?? speaks('en');
  return transcribers.find(({ languages }) => languages.includes(language) || languages.includes('*'));
}
