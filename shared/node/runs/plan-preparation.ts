import { finishPreparation } from '#contract/jobs/preparation.ts';
import { fetchMedia, scanMedia } from '#contract/jobs/processing.ts';
import type { PlannedStep } from '../repositories/run-steps.ts';
import { fetchWeight, scanWeight } from './weights.ts';

export interface VideoToPrepare {
  id: string;
  /** 0 when the source does not tell. */
  durationMs: number;
  /** True when its file is here already, as that of an upload. */
  fetched: boolean;
}

/**
 * The plan of a preparation: each video is fetched, unless its file is here, and scanned; then those that came
 * through are put in place. One that fails does not sink the others.
 */
export function planPreparation(videos: VideoToPrepare[]): PlannedStep[] {
  const fetches = videos.flatMap((video, index) =>
    video.fetched
      ? []
      : [
          {
            key: `${fetchMedia.name}-${index}`,
            job: fetchMedia.name,
            input: { videoId: video.id },
            dependsOn: [],
            weight: fetchWeight(video.durationMs),
          },
        ],
  );
  const scans = videos.map((video, index) => ({
    key: `${scanMedia.name}-${index}`,
    job: scanMedia.name,
    input: { videoId: video.id },
    dependsOn: video.fetched ? [] : [`${fetchMedia.name}-${index}`],
    weight: scanWeight(video.durationMs),
  }));
  return [
    ...fetches,
    ...scans,
    {
      key: finishPreparation.name,
      job: finishPreparation.name,
      input: { videoIds: videos.map(({ id }) => id) },
      dependsOn: scans.map((step) => step.key),
      tolerant: true,
      weight: 100,
    },
  ];
}
