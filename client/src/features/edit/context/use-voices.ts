import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Section } from '#contract/sections.ts';
import type { VoiceChoice } from '#contract/voices.ts';
import { reading } from '../../../lib/api/queries.ts';
import { useFilm } from './film-context.ts';

const NONE: VoiceChoice[] = [];

/** The voices of a language, best first; none while they load. */
export function useVoices(language: Language): VoiceChoice[] {
  const voices = useQuery(reading(calls.listVoices, {})).data ?? NONE;
  return voices.filter(({ languages }) => languages.includes(language));
}

/** The voice that would narrate a section: its own, the film's, or the best of the film's gender. */
export function useVoiceOf({ speaker: own }: Pick<Section, 'speaker'>): VoiceChoice | undefined {
  const { language, gender, speaker } = useFilm();
  const voices = useVoices(language);
  const chosen = (id: string | null) => voices.find((voice) => voice.id === id);
  return (
    chosen(own) ??
    (own === null ? chosen(speaker) : undefined) ??
    voices.find((voice) => voice.gender === gender) ??
    voices[0]
  );
}
