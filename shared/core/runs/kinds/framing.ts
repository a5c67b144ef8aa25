import { type FramingInput, framingInputSchema } from '#contract/jobs/framing.ts';
import { findSubjects } from '#contract/jobs/subjects.ts';
import { subjectsStep } from '../../film/subjects.ts';
import { facesWeight } from '../weights.ts';
import { defineKind } from './kind.ts';

/** Finds the faces of videos before a film follows them. The film uses the same artifacts. */
export const framing = defineKind<FramingInput>({
  input: framingInputSchema,
  costsCredit: false,
  needsRoom: true,
  changesSections: false,
  keepsSteps: false,
  plan: async (_, { videos }) =>
    videos.map(({ videoId, scanKey, durationMs }) => ({
      key: subjectsStep(scanKey),
      job: findSubjects.name,
      input: { videoId },
      dependsOn: [],
      weight: facesWeight(durationMs),
    })),
  completed: async (_trx, _run, steps) => ({
    message: 'Faces found.',
    result: { videos: steps.length },
  }),
});
