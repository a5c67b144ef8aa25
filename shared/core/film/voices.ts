import type { Gender, Language } from '#contract/primitives.ts';
import type { VoiceChoice } from '#contract/voices.ts';

/** A voice as its worker offers it. */
export interface OfferedVoice extends Omit<VoiceChoice, 'pace'> {
  /** The engine's id and version: part of artifact keys. */
  version: string;
  /** `false` if texts in some scripts are left to the next voice. */
  readsAll: boolean;
}

/** The requested voice. `speaker` is a voice's ID, or `null` for the best one of that gender. */
export interface VoiceRequest {
  language: Language;
  gender: Gender;
  speaker: string | null;
}

/**
 * Returns the voices for a request, in order: the first one that can read a text speaks it. A chosen voice
 * that is missing, or does not speak the language, is replaced by the best one of the gender. Without any of
 * that gender, the best one of the other gender is used.
 */
export function voicesFor(
  offered: readonly OfferedVoice[],
  { language, gender, speaker }: VoiceRequest,
): OfferedVoice[] {
  const able = offered.filter(({ languages }) => languages.includes(language));
  const chosen = able.find(({ id }) => id === speaker);
  const preferred = chosen?.gender ?? gender;
  const fitting = able.filter((one) => one.gender === preferred && one !== chosen);
  const others = able.filter((one) => one.gender !== preferred);
  const chain: OfferedVoice[] = [];
  for (const one of [...(chosen ? [chosen] : []), ...fitting, ...others]) {
    if (chain.some(({ version }) => version === one.version)) continue;
    chain.push(one);
    if (one.readsAll) break;
  }
  return chain;
}

/**
 * Returns the part of a narration's key that identifies the voice. It excludes voices
 * that may read other texts.
 */
export const voiceKey = (voices: readonly OfferedVoice[]): string =>
  voices.map(({ version, id }) => `${version}:${id}`).join('+');
