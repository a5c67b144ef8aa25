import { type OfferedVoice, voiceKey, voicesFor, type VoiceWish } from '#core/film/voices.ts';
import { EngineUnavailableError } from '../engines/run-engine.ts';
import type { SpeakInput, Voice } from './voice.ts';

/** All voices of this worker. */
export interface VoiceSet {
  /** The engines' ids, best first. */
  id: string;
  offered: readonly OfferedVoice[];
  /** Who speaks a text, as in narration keys; null when nobody speaks the language. */
  keyFor(wish: VoiceWish): string | null;
  /**
   * The engine that speaks a text, with its speaker.
   * @throws EngineUnavailableError when none reads the text
   */
  speakerOf(
    wish: VoiceWish,
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
    keyFor(wish) {
      const chain = voicesFor(offered, wish);
      return chain.length === 0 ? null : voiceKey(chain);
    },
    speakerOf(wish, text) {
      for (const { id, gender, version } of voicesFor(offered, wish)) {
        const engine = engines.find((one) => `${one.id}@${one.version}` === version)!;
        if (engine.reads?.(text) ?? true) return { engine, speaker: { gender, speaker: id } };
      }
      throw new EngineUnavailableError(`No voice on this machine can read this text (${wish.language}).`);
    },
  };
}
