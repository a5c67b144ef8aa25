import { type GenerationInput, generationInputSchema, narrateSection } from '#contract/jobs/generation.ts';
import { planGeneration } from './generation.ts';
import { artifactOf, defineKind } from './kind.ts';

/** Records the narration of one section as its film would. The film uses the same artifact. */
export const listening = defineKind<GenerationInput>({
  input: generationInputSchema,
  costsCredit: false,
  needsRoom: true,
  changesSections: false,
  keepsSteps: false,
  async plan(_, film) {
    const steps = planGeneration(film, new Set());
    const goal = steps.find(({ job }) => job === narrateSection.name);
    return steps.filter((step) => step === goal || goal?.dependsOn.includes(step.key));
  },
  async completed(trx, _, steps) {
    const artifact = await artifactOf(trx, steps, narrateSection.name);
    return { message: 'The narration is ready.', result: { artifactKey: artifact.key } };
  },
});
