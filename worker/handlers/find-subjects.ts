import { findSubjects as findJob } from '#contract/jobs/subjects.ts';
import { subjectsKey } from '#core/film/subjects.ts';
import { getVideo } from '#core/repositories/media/videos.ts';
import { timeWords } from '../progress/detail-words.ts';
import { nameOf } from '../engine-set/engine-set.ts';
import { EngineFailedError, EngineUnavailableError } from '../engines/run-engine.ts';
import { findFaces } from '../subjects/find-faces.ts';
import type { Handler } from './handler.ts';
import { proxyOf } from './make-proxy.ts';
import { scanOf } from './media-of.ts';

/**
 * Finds the faces of a scanned video. Without an engine it finds none, so that a film fills the frame
 * instead.
 */
export const handleFindSubjects: Handler<'find-subjects'> = async (context) => {
  const { backend, engines, input, signal, report, log } = context;
  const { artifacts, ffmpeg, db } = backend;
  const video = await getVideo(db, input.videoId);
  const { key: scanKey, data: scan } = await scanOf(backend, video);
  const { faces } = engines;
  const build = (detector: typeof faces) =>
    artifacts.build(findJob, subjectsKey(scanKey, nameOf(detector)), video.ownerId, async (workDir) => {
      if (!detector) return { data: { scanKey, samples: [] }, files: [] };
      // The preview's own run may not have made the proxy yet.
      const proxy = await proxyOf(backend, video, { signal });
      const { durationMs } = scan;
      const samples = await findFaces({
        ffmpeg,
        proxyPath: await proxy.open(),
        scan,
        detector,
        workDir,
        signal,
        onProgress: (fraction) => report(fraction, timeWords('Finding faces', fraction, durationMs)),
      });
      return { data: { scanKey, samples }, files: [] };
    });
  try {
    return await build(faces);
  } catch (error) {
    if (!(error instanceof EngineFailedError || error instanceof EngineUnavailableError)) throw error;
    log.warn({ err: error.message, detail: 'detail' in error ? error.detail : undefined }, 'faces not found');
    return build(null);
  }
};
