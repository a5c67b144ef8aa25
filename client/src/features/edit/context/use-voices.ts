import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Section } from '#contract/sections.ts';
import type { VoiceChoice } from '#contract/voices.ts';
import { reading } from '../../../lib/api/queries.ts';
import { useFilm } from './film-context.ts';

const NONE: VoiceChoice[] = [];

/** Returns the voices of a language, best first; empty while they load. */
export function useVoices(language: Language): VoiceChoice[] {
  const voices = useQuery(reading(calls.listVoices, {})).data ?? NONE;
  return voices.filter(({ languages }) => languages.includes(language));
}

/** Returns the voice that would narrate a section: its own, the film's, or the best of the film's gender. */
export function useVoiceOf({ speaker: own }: Pick<Section, 'speaker'>): VoiceChoice | undefined {
  const { language, gender, voiceId } = useFilm();
  const voices = useVoices(language);
  const chosen = (id: string | null) => voices.find((voice) => voice.id === id);
  return (
    chosen(own) ??
    (own === null ? chosen(voiceId) : undefined) ??
    voices.find((voice) => voice.gender === gender) ??
    voices[0]
  );
}
