import { generationInputSchema, type SectionSnapshot } from '#contract/jobs/generation.ts';
import type { RunRow } from '#core/repositories/run-steps.ts';

export type NarratedSection = SectionSnapshot & { narration: NonNullable<SectionSnapshot['narration']> };

/** The creator's message when a section cannot be part of the film, with what to do about it. */
export function notRendered(title: string, why = ''): string {
  const reason = why && ` ${why}`;
  return `The section "${title}" could not be rendered.${reason} Replace what it shows or delete it, then generate again.`;
}

/** The section that a step narrates, from its run's snapshot. */
export function narratedSectionAt(run: RunRow, index: number): NarratedSection {
  const section = generationInputSchema.parse(run.input).sections[index];
  if (!section?.narration) throw new Error('A section without a text to read has no narration.');
  return { ...section, narration: section.narration };
}
