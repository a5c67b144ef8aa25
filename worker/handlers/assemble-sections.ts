import { assembleSections, transcribeMedia } from '#contract/jobs/processing.ts';
import { StepError } from '#core/errors.ts';
import { getVideo } from '#core/repositories/videos.ts';
import { artifactKey } from '#core/artifact-key.ts';
import { planSections, type VideoToPlan } from '../sections/plan-sections.ts';
import type { Handler } from './handler.ts';
import { scanOf } from './media-of.ts';

/** Makes sections from the scans and transcripts of all successful videos. */
export const handleAssembleSections: Handler<'assemble-sections'> = async ({
  backend,
  engines,
  run,
  input,
  dependencies,
  signal,
  log,
}) => {
  const { artifacts, db } = backend;
  const videos: VideoToPlan[] = [];
  const keys = [];
  for (const [index, videoId] of input.videoIds.entries()) {
    const transcriptKey = dependencies[`${transcribeMedia.name}-${index}`];
    if (!transcriptKey) continue;
    const video = await getVideo(db, videoId);
    const scan = await scanOf(backend, video);
    const transcript = await artifacts.find(transcribeMedia, transcriptKey);
    if (!transcript)
      throw new StepError('gone', `The transcript of "${video.title}" is gone. Please try again.`);
    keys.push(video.id, video.title, scan.key, transcript.key);
    videos.push({
      videoId,
      title: video.title,
      durationMs: scan.data.durationMs,
      words: transcript.data.words,
      language: transcript.data.language,
      unreadSubtitles: transcript.data.unreadSubtitles,
      silences: scan.data.silences,
      shotsMs: scan.data.shotsMs,
      hasAudio: scan.data.audio !== null,
    });
  }
  const key = artifactKey(assembleSections, [engines.titles.id, engines.titles.version, ...keys]);
  return artifacts.build(assembleSections, key, run.user_id, async () => ({
    data: await planSections(videos, engines.titles, { signal, log }),
    files: [],
  }));
};
