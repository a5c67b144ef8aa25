import { useQuery } from '@tanstack/react-query';
import type { FilmOptions } from '#film/styles/film-options.ts';
import { lookIn } from '#film/captions/caption-look.ts';
import type { Answer } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import { reading } from '../../../lib/api/queries.ts';

export type GenerationPlan = Answer<typeof calls.readGenerationPlan>;

/**
 * Returns the number of sections that a film with these options would render. The last response is used
 * until the next one.
 */
export function useGenerationPlan(
  projectId: string,
  language: Language,
  options: FilmOptions,
): GenerationPlan | undefined {
  const { quality, aspect, framing, gender, speaker: voiceId, burnSubtitles, credits } = options;
  return useQuery({
    ...reading(calls.readGenerationPlan, {
      params: { id: projectId },
      query: {
        language,
        quality,
        aspect,
        framing,
        gender,
        burnSubtitles,
        credits,
        ...(burnSubtitles && lookIn(options)),
        ...(voiceId !== null && { speaker: voiceId }),
      },
    }),
    placeholderData: (previous) => previous,
  }).data;
}
