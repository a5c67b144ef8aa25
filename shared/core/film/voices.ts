import type { Gender, Language } from '#contract/primitives.ts';
import type { VoiceChoice } from '#contract/voices.ts';

/** A voice as its worker offers it. */
export interface OfferedVoice extends Omit<VoiceChoice, 'pace'> {
  /** The engine's id and version: part of artifact keys. */
  version: string;
  /** False when texts in some letters are left to the next voice. */
  readsAll: boolean;
}

/** Which voice is wanted: `speaker` is a voice's id, or null for the best of that gender. */
export interface VoiceWish {
  language: Language;
  gender: Gender;
  speaker: string | null;
}

/**
 * The voices for a wish, in order: the first that reads a text speaks it. A chosen voice that is not here, or does not
 * speak the language, is replaced by the best of the gender; without any of that gender, by the best of the other.
 */
export function voicesFor(
  offered: readonly OfferedVoice[],
  { language, gender, speaker }: VoiceWish,
): OfferedVoice[] {
  const able = offered.filter(({ languages }) => languages.includes(language));
  const chosen = able.find(({ id }) => id === speaker);
  const wanted = chosen?.gender ?? gender;
  const fitting = able.filter((one) => one.gender === wanted && one !== chosen);
  const others = able.filter((one) => one.gender !== wanted);
  const chain: OfferedVoice[] = [];
  for (const one of [...(chosen ? [chosen] : []), ...fitting, ...others]) {
    if (chain.some(({ version }) => version === one.version)) continue;
    chain.push(one);
    if (one.readsAll) break;
  }
  return chain;
}

/** The part of a narration's key that names who speaks: what may speak other texts is not in it. */
export const voiceKey = (voices: readonly OfferedVoice[]): string =>
  voices.map(({ version, id }) => `${version}:${id}`).join('+');
