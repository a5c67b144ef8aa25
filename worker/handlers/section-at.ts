import {
  type GenerationInput,
  generationInputSchema,
  type SectionSnapshot,
} from '#contract/jobs/generation.ts';
import { translateTitles } from '#contract/jobs/titles.ts';
import { translationInputSchema } from '#contract/jobs/translation.ts';
import type { Language } from '#contract/primitives.ts';
import type { TimeBudget } from '#contract/excerpt.ts';
import { StepError } from '#core/lib/errors.ts';
import { withTitles } from '#film/cards/titles.ts';
import type { RunRow } from '#core/repositories/runs/run-steps.ts';
import type { StepContext } from './handler.ts';

export type NarratedSection = SectionSnapshot & { narration: NonNullable<SectionSnapshot['narration']> };

/** Returns the message for a section that cannot be part of the film, with what to do about it. */
export function notRendered(title: string, why = ''): string {
  const reason = why && ` ${why}`;
  return `The section "${title}" could not be rendered.${reason} Replace what it shows or delete it, then generate again.`;
}

/**
 * Returns the film of a run as a step makes it: with translated titles, if the step comes after their
 * translation.
 */
export async function filmOf({
  backend,
  run,
  dependencies,
}: Pick<StepContext<'join-film'>, 'backend' | 'run' | 'dependencies'>): Promise<GenerationInput> {
  const film = generationInputSchema.parse(run.input);
  const key = dependencies[translateTitles.name];
  if (key === undefined) return film;
  const artifact = key === null ? undefined : await backend.artifacts.find(translateTitles, key);
  const message = 'The titles could not be translated. Please generate again.';
  if (!artifact) throw StepError.redo([{ key: translateTitles.name, message }]);
  return withTitles(film, artifact.data.texts);
}

/** Returns the section that a step narrates, from its run's snapshot. */
export function narratedSectionAt(run: RunRow, index: number): NarratedSection {
  const section = generationInputSchema.parse(run.input).sections[index];
  if (!section?.narration) throw new Error('The section of this step has no text to narrate.');
  return { ...section, narration: section.narration };
}

/** A text, its language, and the target language. */
export interface TextToTranslate {
  text: string;
  translateFrom: string;
  language: Language;
  budget: TimeBudget | undefined;
}

/** Returns the text that a step translates, from the input of its run: a generation or a translation. */
export function textToTranslateAt(run: RunRow, index: number): TextToTranslate {
  if (run.kind === 'translation') {
    const { sections, language } = translationInputSchema.parse(run.input);
    const section = sections[index];
    if (!section) throw new Error('The translation contains no text for this step.');
    return { text: section.text, translateFrom: section.translateFrom, language, budget: section.budget };
  }
  const { text, translateFrom, language, budget } = narratedSectionAt(run, index).narration;
  if (translateFrom === null) throw new Error('The text of this step needs no translation.');
  return { text, translateFrom, language, budget };
}
