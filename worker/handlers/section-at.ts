import {
  type GenerationInput,
  generationInputSchema,
  type SectionSnapshot,
} from '#contract/jobs/generation.ts';
import { translateTitles } from '#contract/jobs/titles.ts';
import { translationInputSchema } from '#contract/jobs/translation.ts';
import type { Language } from '#contract/primitives.ts';
import type { TimeBudget } from '#contract/section-length.ts';
import { StepError } from '#core/errors.ts';
import { withTitles } from '#core/film/titles.ts';
import type { RunRow } from '#core/repositories/runs/run-steps.ts';
import type { StepContext } from './handler.ts';

export type NarratedSection = SectionSnapshot & { narration: NonNullable<SectionSnapshot['narration']> };

/** The creator's message when a section cannot be part of the film, with what to do about it. */
export function notRendered(title: string, why = ''): string {
  const reason = why && ` ${why}`;
  return `The section "${title}" could not be rendered.${reason} Replace what it shows or delete it, then generate again.`;
}

/** The film of a run as a step makes it: with its translated titles, where the step comes after them. */
export async function filmOf({
  backend,
  run,
  dependencies,
}: Pick<StepContext<'join-film'>, 'backend' | 'run' | 'dependencies'>): Promise<GenerationInput> {
  const film = generationInputSchema.parse(run.input);
  const key = dependencies[translateTitles.name];
  if (key === undefined) return film;
  const made = key === null ? undefined : await backend.artifacts.find(translateTitles, key);
  const message = 'The titles could not be translated. Please generate again.';
  if (!made) throw StepError.redo([{ key: translateTitles.name, message }]);
  return withTitles(film, made.data.texts);
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
