import { generationInputSchema, type SectionSnapshot } from '#contract/jobs/generation.ts';
import { translationInputSchema } from '#contract/jobs/translation.ts';
import type { Language } from '#contract/primitives.ts';
import type { TimeBudget } from '#contract/section-length.ts';
import type { RunRow } from '#core/repositories/runs/run-steps.ts';

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

/** A text, its language, and the language into which it is translated. */
export interface TextToTranslate {
  text: string;
  translateFrom: string;
  language: Language;
  budget: TimeBudget | undefined;
}

/** The text that a step translates, from its run's input: a film's or a translation's. */
export function textToTranslateAt(run: RunRow, index: number): TextToTranslate {
  if (run.kind === 'translation') {
    const { sections, language } = translationInputSchema.parse(run.input);
    const section = sections[index];
    if (!section) throw new Error('A translation has no text for one of its steps.');
    return { text: section.text, translateFrom: section.translateFrom, language, budget: section.budget };
  }
  const { text, translateFrom, language, budget } = narratedSectionAt(run, index).narration;
  if (translateFrom === null) throw new Error('A text that is not translated has a step for it.');
  return { text, translateFrom, language, budget };
}
