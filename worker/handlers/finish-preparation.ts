import { finishPreparation, type PreparedVideo } from '#contract/jobs/preparation.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import { getVideo } from '#core/repositories/media/videos.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { stepKey } from '#core/lib/step-key.ts';
import type { Handler } from './handler.ts';
import { keepPicturePrints } from './keep-prints.ts';
import { scanOf } from './media-of.ts';

/** Reports which of a preparation's videos succeeded. The run's end assigns their media to the sections. */
export const handleFinishPreparation: Handler<'finish-preparation'> = async ({
  backend,
  run,
  input,
  dependencies,
  signal,
}) => {
  const videos: PreparedVideo[] = [];
  for (const [index, videoId] of input.videoIds.entries()) {
    if (!dependencies[stepKey(scanMedia, index)]) continue;
    const video = await getVideo(backend.db, videoId);
    const scan = await scanOf(backend, video);
    await keepPicturePrints(backend, scan, { ownerId: video.ownerId, signal });
    videos.push({
      videoId,
      fetchKey: video.fetchKey!,
      scanKey: scan.key,
      durationMs: scan.data.durationMs,
    });
  }
  const parts = videos.flatMap((video) => [video.videoId, video.fetchKey, video.scanKey]);
  const key = artifactKey(finishPreparation, [run.userId, ...parts]);
  return backend.artifacts.build(finishPreparation, key, run.userId, async () => ({
    data: { videos },
    files: [],
  }));
};
