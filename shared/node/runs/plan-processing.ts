import { assembleSections, fetchMedia, scanMedia, transcribeMedia } from '#contract/jobs/processing.ts';
import type { PlannedStep } from '../repositories/run-steps.ts';
import { assembleWeight, fetchWeight, scanWeight, transcribeWeight } from './weights.ts';

/** What a creator is told whose videos are more than may be processed at once. */
export const tooLongTogether = (maxMs: number) =>
  `These videos are longer than ${Math.round((maxMs / 3_600_000) * 10) / 10} hours together. Please select fewer.`;

/** The plan of a processing run: per video fetch, scan, transcribe; then sections from all that came through. */
export function planProcessing(videos: { id: string; durationMs: number }[]): PlannedStep[] {
  const step = (
    job: PlannedStep['job'],
    index: number,
    videoId: string,
    weight: number,
    after: string[],
  ) => ({
    key: `${job}-${index}`,
    job,
    input: { videoId },
    dependsOn: after,
    weight,
  });
  // By job, not by video, so that the earliest open step tells what stage the run is in.
  return [
    ...videos.map(({ id, durationMs }, i) => step(fetchMedia.name, i, id, fetchWeight(durationMs), [])),
    ...videos.map(({ id, durationMs }, i) =>
      step(scanMedia.name, i, id, scanWeight(durationMs), [`${fetchMedia.name}-${i}`]),
    ),
    ...videos.map(({ id, durationMs }, i) =>
      step(transcribeMedia.name, i, id, transcribeWeight(durationMs), [`${scanMedia.name}-${i}`]),
    ),
    {
      key: assembleSections.name,
      job: assembleSections.name,
      input: { videoIds: videos.map(({ id }) => id) },
      dependsOn: videos.map((_, i) => `${transcribeMedia.name}-${i}`),
      tolerant: true,
      weight: assembleWeight(videos.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    },
  ];
}
