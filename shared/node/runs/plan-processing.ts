import { assembleSections, fetchMedia, scanMedia, transcribeMedia } from '#contract/jobs/processing.ts';
import type { PlannedStep } from '../repositories/run-steps.ts';

/** What a source that does not tell its length is taken for, in ms. */
const UNKNOWN_LENGTH_MS = 300_000;

/** What a creator is told whose videos are more than may be processed at once. */
export const tooLongTogether = (maxMs: number) =>
  `These videos are longer than ${Math.round((maxMs / 3_600_000) * 10) / 10} hours together. Please select fewer.`;

/**
 * The plan of a processing run: per video fetch, scan, transcribe; then sections from all that came through.
 * Weights are milliseconds on a two-core machine; an installation's own history corrects the estimate.
 */
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
  const lengths = videos.map((video) => video.durationMs || UNKNOWN_LENGTH_MS);
  // By job, not by video, so that the earliest open step tells what stage the run is in.
  return [
    ...videos.map(({ id }, i) => step(fetchMedia.name, i, id, 200 + lengths[i]! * 0.01, [])),
    ...videos.map(({ id }, i) =>
      step(scanMedia.name, i, id, 500 + lengths[i]! * 0.1, [`${fetchMedia.name}-${i}`]),
    ),
    ...videos.map(({ id }, i) =>
      step(transcribeMedia.name, i, id, 500 + lengths[i]! * 0.35, [`${scanMedia.name}-${i}`]),
    ),
    {
      key: assembleSections.name,
      job: assembleSections.name,
      input: { videoIds: videos.map(({ id }) => id) },
      dependsOn: videos.map((_, i) => `${transcribeMedia.name}-${i}`),
      tolerant: true,
      weight: 300,
    },
  ];
}
