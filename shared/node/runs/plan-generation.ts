import { type GenerationInput, joinFilm, narrateSection, renderSection } from '#contract/jobs/generation.ts';
import type { PlannedStep } from '../repositories/run-steps.ts';

/** Milliseconds of work per second of 1080p film on two cores. */
const RENDER_MS_PER_SECOND = 400;
const FULL_HD_PIXELS = 1920 * 1080;

/** The plan of a generation run: narrations where a text is read, the sections side by side, then the join. */
export function planGeneration({ sections, width, height }: GenerationInput): PlannedStep[] {
  const narrated = sections.flatMap((section, index) => (section.narration ? [index] : []));
  const seconds = (index: number) => (sections[index]!.endMs - sections[index]!.startMs) / 1000;
  const size = (width * height) / FULL_HD_PIXELS;
  const renders = sections.map((section, index) => ({
    key: `${renderSection.name}-${index}`,
    job: renderSection.name,
    input: { index },
    dependsOn: section.narration ? [`${narrateSection.name}-${index}`] : [],
    weight: 300 + seconds(index) * RENDER_MS_PER_SECOND * size,
  }));
  const total = sections.reduce((sum, _, index) => sum + seconds(index), 0);
  return [
    ...narrated.map((index) => ({
      key: `${narrateSection.name}-${index}`,
      job: narrateSection.name,
      input: { index },
      dependsOn: [],
      weight: 500,
    })),
    ...renders,
    {
      key: joinFilm.name,
      job: joinFilm.name,
      input: {},
      dependsOn: renders.map((step) => step.key),
      weight: 300 + total * 30,
    },
  ];
}
