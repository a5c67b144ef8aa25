import { assembleSections, scanMedia, transcribeMedia } from '#contract/jobs/processing.ts';
import { StepError } from '#core/lib/errors.ts';
import { findOwnProject } from '#core/repositories/projects/projects.ts';
import { getVideo } from '#core/repositories/media/videos.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { topicOf } from '#text/words/terms.ts';
import { stepKey } from '#core/lib/step-key.ts';
import { planSections, type VideoToPlan } from '../sections/plan-sections.ts';
import type { Handler } from './handler.ts';
import { keepPicturePrints } from './keep-prints.ts';
import { scanOf } from './media-of.ts';
import { SUBTITLES } from './transcribe-media.ts';

/** Creates sections from the scans and transcripts of all successful videos. */
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
    const transcriptKey = dependencies[stepKey(transcribeMedia, index)];
    // A plan of the previous version has no scan among these dependencies, since its transcript depends on
    // the scan.
    if (!transcriptKey || dependencies[stepKey(scanMedia, index)] === null) continue;
    const video = await getVideo(db, videoId);
    const scan = await scanOf(backend, video);
    await keepPicturePrints(backend, scan, { ownerId: video.ownerId, signal });
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
      skippedCues: transcript.data.skippedCues,
      carried: transcript.data.engine === SUBTITLES,
      rough: transcript.data.rough,
      unheardLanguage: transcript.data.unheardLanguage,
      silences: scan.data.silences,
      shotsMs: scan.data.shotsMs,
      blanks: scan.data.blanks,
      hasAudio: scan.data.audio !== null,
    });
  }
  // The page shows why the previous steps failed.
  if (videos.length === 0) throw new StepError('no_videos', 'None of the videos could be processed.');
  const project = run.projectId ? await findOwnProject(db, run.projectId, run.userId) : undefined;
  const topic = topicOf(project?.searchWords ?? project?.title ?? '');
  const key = artifactKey(assembleSections, [engines.titles.id, engines.titles.version, topic, ...keys]);
  return artifacts.build(assembleSections, key, run.userId, async () => ({
    data: await planSections(videos, engines.titles, { signal, log }, new Set(topic)),
    files: [],
  }));
};
