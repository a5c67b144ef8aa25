import type { Config } from '#core/config/config.ts';
import { chooseSpeakerEmbedder, type SpeakerEmbedder } from '../speakers/speaker-embedder.ts';
import { chooseFaceDetector, type FaceDetector } from '../subjects/face-detector.ts';
import { chooseTitleWriter } from './title-writers.ts';
import type { TitleWriter } from '../titles/title-writer.ts';
import { createSpeechDetector, type SpeechDetector } from '../transcribers/sherpa/speech-detector.ts';
import { chooseTranscribers } from './transcribers.ts';
import type { LanguageIdentifier } from '../transcribers/sherpa/spoken-language.ts';
import { engineName, type Transcriber } from '../transcribers/transcriber.ts';
import { chooseTranslator } from './translators.ts';
import type { Translator } from '../translators/translator.ts';
import { chooseVoice } from './voices.ts';
import type { VoiceSet } from '../voices/voice-set.ts';
import type { Voice } from '../voices/voice.ts';

/** The engines of this worker. */
export interface Engines {
  /** `null` if it cannot run: then only a server transcribes. */
  detector: SpeechDetector | null;
  /** Best first. The one for each video is chosen by language. */
  transcribers: readonly Transcriber[];
  /** `null` without one: then the creator chooses the spoken language, or English is assumed. */
  identifier: LanguageIdentifier | null;
  /** `null` without its model: then speakers are known only from subtitles. */
  speakers: SpeakerEmbedder | null;
  /** `null` without its model: then a video that follows its subject is cropped as with Fill. */
  faces: FaceDetector | null;
  voices: VoiceSet | null;
  /** `null` without one: then texts are read as written. */
  translator: Translator | null;
  titles: TitleWriter;
  /** Missing programs on this machine, or faults of servers, one sentence each. */
  problems: string[];
  /** Checks faulty servers again, so that a fault is reported only while it lasts. */
  recheck(): Promise<void>;
}

export async function openEngines({ engines, modelsDir, preparedDir }: Config): Promise<Engines> {
  const silero = createSpeechDetector();
  const detectorProblem = await silero.unavailable();
  const detector = detectorProblem === null ? silero : null;
  const recognition = await chooseTranscribers({ ...engines, detector, modelsDir, preparedDir });
  const spoken = await chooseVoice({ ...engines, models: { modelsDir, preparedDir } });
  const translated = await chooseTranslator({ ...engines, modelsDir });
  const voices = await chooseSpeakerEmbedder(modelsDir);
  const faceDetector = await chooseFaceDetector(modelsDir);
  const problems = [
    ...recognition.problems,
    ...(voices.problem ? [voices.problem] : []),
    ...(faceDetector.problem ? [faceDetector.problem] : []),
    ...spoken.problems,
    ...translated.problems,
  ];
  const allProblems = [...new Set(detectorProblem === null ? problems : [detectorProblem, ...problems])];
  const inUse = [...recognition.transcribers, ...spoken.engines, translated.translator];
  const faults = allProblems.length > 0 ? await faultsOf(inUse) : [];
  const missing = allProblems.filter((problem) => !faults.includes(problem));
  const opened: Engines = {
    detector,
    transcribers: recognition.transcribers,
    identifier: recognition.identifier,
    speakers: voices.speakers,
    faces: faceDetector.faces,
    voices: spoken.voices,
    translator: translated.translator,
    titles: chooseTitleWriter(engines),
    problems: [...missing, ...faults],
    async recheck() {
      if (opened.problems.length > missing.length) opened.problems = [...missing, ...(await faultsOf(inUse))];
    },
  };
  return opened;
}

async function faultsOf(engines: readonly (Transcriber | Voice | Translator | null)[]): Promise<string[]> {
  const problems = await Promise.all(engines.map(async (engine) => engine?.unavailable() ?? null));
  return problems.filter((problem) => problem !== null);
}

/** Returns the name of an engine in artifact keys, or "none". */
export function nameOf(engine: { id: string; version: string } | null): string {
  return engine ? engineName(engine) : 'none';
}
