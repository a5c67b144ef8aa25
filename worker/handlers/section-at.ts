import { generationInputSchema, type SectionSnapshot } from '#contract/jobs/generation.ts';
import type { RunRow } from '#core/repositories/run-steps.ts';

export type NarratedSection = SectionSnapshot & { narration: NonNullable<SectionSnapshot['narration']> };

/** What a creator reads when a section cannot be made part of the film, and what to do about it. */
export function notRendered(title: string, why = ''): string {
  const reason = why && ` ${why}`;
  return `The section "${title}" could not be rendered.${reason} Replace what it shows or delete it, then generate again.`;
}

/** The section of a run's snapshot that a step reads aloud. */
export function narratedSectionAt(run: RunRow, index: number): NarratedSection {
  const section = generationInputSchema.parse(run.input).sections[index];
  if (!section?.narration) throw new Error('A section without a text to read has no narration.');
  return { ...section, narration: section.narration };
}
