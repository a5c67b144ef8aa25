import type { Config } from '#core/config/config.ts';
import { chooseTitleWriter } from './titles/registry.ts';
import type { TitleWriter } from './titles/title-writer.ts';
import { chooseTranscriber } from './transcribers/registry.ts';
import { engineName, type Transcriber } from './transcribers/transcriber.ts';
import { chooseTranslator } from './translators/registry.ts';
import type { Translator } from './translators/translator.ts';
import { chooseVoice } from './voices/registry.ts';
import type { Voice } from './voices/voice.ts';

/** The engines of this worker. */
export interface Engines {
  transcriber: Transcriber | null;
  voice: Voice | null;
  /** Null without one: texts are read as written. */
  translator: Translator | null;
  titles: TitleWriter;
  /** Missing programs of this machine, or faults of servers, one sentence each. */
  problems: string[];
  /** Checks faulty servers again, so that a fault is reported only while it lasts. */
  recheck(): Promise<void>;
}

export async function openEngines({ engines, whisperModel }: Config): Promise<Engines> {
  const heard = await chooseTranscriber({ ...engines, whisperModel });
  const spoken = await chooseVoice(engines);
  const translated = await chooseTranslator(engines);
  const found = [...new Set([...heard.problems, ...spoken.problems, ...translated.problems])];
  const inUse = [heard.transcriber, spoken.voice, translated.translator];
  const faults = found.length > 0 ? await faultsOf(inUse) : [];
  const missing = found.filter((problem) => !faults.includes(problem));
  const opened: Engines = {
    transcriber: heard.transcriber,
    voice: spoken.voice,
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

/** The name of an engine in artifact keys, or "none". */
export function nameOf(engine: { id: string; version: string } | null): string {
  return engine ? engineName(engine) : 'none';
}
