import { type TitleToTranslate, translateTitles } from '#contract/jobs/titles.ts';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '../../db/database.ts';
import { asTitle } from '#film/cards/titles.ts';
import { findArtifacts } from '../../repositories/media/artifacts.ts';
import { storeTitle } from '../../repositories/projects/sections.ts';
import type { PlannedStep, StepRow } from '../../repositories/runs/run-steps.ts';
import { translateWeight } from '../weights.ts';

/** Returns the step that translates the titles of a run's input; no step without titles. */
export function planTitles(titles: readonly TitleToTranslate[]): PlannedStep[] {
  if (titles.length === 0) return [];
  const characters = titles.reduce((sum, { text }) => sum + text.length, 0);
  const { name } = translateTitles;
  const hasSubtitle = titles.some(({ field }) => field === 'cardSubtitle');
  const input = { ...(hasSubtitle && { subtitles: true }) };
  return [{ key: name, job: name, input, dependsOn: [], weight: translateWeight(characters) }];
}

/** Stores the translated titles in the sections. @returns the number of titles */
export async function storeTitles(
  trx: Executor,
  { titles, language }: { titles: readonly TitleToTranslate[]; language: Language },
  steps: StepRow[],
): Promise<number> {
  const key = steps.find(({ job }) => job === translateTitles.name)?.artifactKey;
  const artifact = key ? (await findArtifacts(trx, [key])).get(key) : undefined;
  if (!artifact) return 0;
  const { texts } = translateTitles.result.parse(artifact.data);
  for (const [place, { sectionId, field, text: of }] of titles.entries()) {
    const text = asTitle(texts[place]!);
    if (text !== '') await storeTitle(trx, sectionId, { field, language, text, of });
  }
  return titles.length;
}
