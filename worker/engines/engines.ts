import type { Config } from '#node/config/config.ts';
import { chooseTitleWriter } from '../titles/registry.ts';
import type { TitleWriter } from '../titles/title-writer.ts';
import { chooseTranscriber } from '../transcribers/registry.ts';
import { engineName, type Transcriber } from '../transcribers/transcriber.ts';
import { chooseVoice } from '../voices/registry.ts';
import type { Voice } from '../voices/voice.ts';

/** What this worker hears, speaks and names with. */
export interface Engines {
  transcriber: Transcriber | null;
  voice: Voice | null;
  titles: TitleWriter;
  /** What is missing on this machine, one sentence each. */
  problems: string[];
}

export async function openEngines(config: Config): Promise<Engines> {
  const { transcriber, problems } = await chooseTranscriber({ whisperModel: config.whisperModel });
  const voices = await chooseVoice();
  return {
    transcriber,
    voice: voices.voice,
    titles: chooseTitleWriter(),
    problems: [...problems, ...voices.problems],
  };
}

/** The name of an engine in artifact keys, or "none". */
export function nameOf(engine: { id: string; version: string } | null): string {
  return engine ? engineName(engine) : 'none';
}
