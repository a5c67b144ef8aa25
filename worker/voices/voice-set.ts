import { type OfferedVoice, voiceKey, voicesFor, type VoiceRequest } from '#core/film/voices.ts';
import { EngineUnavailableError } from '../engines/run-engine.ts';
import type { SpeakInput, Voice } from './voice.ts';

/** All voices of this worker. */
export interface VoiceSet {
  /** The engines' IDs, best first. */
  id: string;
  offered: readonly OfferedVoice[];
  /** Returns the voices for a text, as in narration keys; `null` if none speaks the language. */
  keyFor(request: VoiceRequest): string | null;
  /**
   * Returns the engine that speaks a text, and its speaker.
   * @throws EngineUnavailableError if none can read the text
   */
  speakerOf(
    request: VoiceRequest,
    text: string,
  ): { engine: Voice; speaker: Pick<SpeakInput, 'gender' | 'speaker'> };
}

export function voiceSet(engines: readonly Voice[]): VoiceSet {
  const offered = engines.flatMap((engine) =>
    engine.speakers.map(({ id, name, gender, languages }): OfferedVoice => ({
      id,
      name,
      gender,
      languages: [...(languages ?? engine.languages)],
      engine: engine.title,
      licence: engine.licence,
      version: `${engine.id}@${engine.version}`,
      readsAll: !engine.reads,
    })),
  );
  return {
    id: engines.map(({ id }) => id).join('+'),
    offered,
    keyFor(request) {
      const chain = voicesFor(offered, request);
      return chain.length === 0 ? null : voiceKey(chain);
    },
    speakerOf(request, text) {
      for (const { id, gender, version } of voicesFor(offered, request)) {
        const engine = engines.find((one) => `${one.id}@${one.version}` === version)!;
        if (engine.reads?.(text) ?? true) return { engine, speaker: { gender, speaker: id } };
      }
      throw new EngineUnavailableError(`No voice on this machine can read this text (${request.language}).`);
    },
  };
}
