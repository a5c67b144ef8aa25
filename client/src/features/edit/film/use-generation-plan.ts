import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { generationPlanSchema } from '#contract/generation.ts';
import type { Language } from '#contract/primitives.ts';
import { keys } from '../../../lib/queries.ts';
import type { FilmOptions } from './film-options.ts';

export type GenerationPlan = z.infer<typeof generationPlanSchema>;

/** What a film with these options would cost to build now; the last answer stands until the next one comes. */
export function useGenerationPlan(
  projectId: string,
  language: Language,
  options: FilmOptions,
): GenerationPlan | undefined {
  const { quality, aspect, gender } = options;
  const query = new URLSearchParams({
    language,
    quality,
    aspect,
    gender,
    burnSubtitles: String(options.burnSubtitles),
  });
  return useQuery<GenerationPlan>({
    queryKey: [...keys.project(projectId), `generation-plan?${query}`],
    placeholderData: (previous) => previous,
  }).data;
}
