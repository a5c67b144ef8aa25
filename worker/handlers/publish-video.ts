import { stat } from 'node:fs/promises';
import type { JobName } from '#contract/jobs/all.ts';
import { joinFilm } from '#contract/jobs/generation.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { type PublishingInput, publishingInputSchema, publishVideo } from '#contract/jobs/publishing.ts';
import { StepError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { getPublication, replaceUploadSession } from '#core/repositories/projects/publications.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { beginUpload, refuseFailed, type Sender, sendFile, type SentVideo } from '#core/youtube/upload.ts';
import { byteWords } from '../progress/detail-words.ts';
import type { Handler, StepContext } from './handler.ts';

/** How often an upload that YouTube lost is restarted. */
const BEGINNINGS = 3;

interface Upload {
  runId: string;
  video: PublishingInput;
  file: { path: string; bytes: number };
}

/**
 * Publishes a film, or a user's own file, to their channel; once for each run, however often it is retried.
 */
export const handlePublishVideo: Handler<'publish-video'> = async ({ backend, run, signal, report }) => {
  const { artifacts, channels } = backend;
  const video = publishingInputSchema.parse(run.input);
  const key = artifactKey(publishVideo, [run.id]);
  return artifacts.build(publishVideo, key, run.userId, async () => {
    const sender = { channels, userId: run.userId, channelId: video.channelId, signal };
    const path = await pathOf(backend, video);
    const upload = { runId: run.id, video, file: { path, bytes: (await stat(path)).size } };
    const { bytes } = upload.file;
    const sent = await send(backend, sender, upload, (fraction) =>
      report(fraction, byteWords('Sending', fraction * bytes, bytes)),
    );
    return { data: { youtubeId: sent.id }, files: [] };
  });
};

/** Returns the ID on YouTube of the video that an earlier step of this run sent. */
export async function publishedOf({
  backend,
  dependencies,
}: Pick<StepContext<JobName>, 'backend' | 'dependencies'>): Promise<string> {
  const sent = await backend.artifacts.find(publishVideo, dependencies[publishVideo.name]!);
  if (sent) return sent.data.youtubeId;
  throw new StepError('gone', 'The result of the upload to YouTube no longer exists.');
}

async function pathOf({ artifacts }: Backend, { of, artifactKey: key }: PublishingInput): Promise<string> {
  if (of === 'film') {
    const film = await artifacts.find(joinFilm, key);
    if (film) return film.path('film.mp4');
    throw new StepError('gone', 'This film no longer exists. Please generate it again.');
  }
  const sent = await artifacts.find(fetchMedia, key);
  if (sent) return sent.path(sent.data.fileName);
  throw new StepError('gone', 'This upload no longer exists. Upload the file again.');
}

/** The URL of the upload is stored before anything is sent, so that another worker can resume it. */
async function send(
  { db, channels }: Backend,
  sender: Sender,
  { runId, video, file }: Upload,
  report: (fraction: number) => void,
): Promise<SentVideo> {
  for (let beginnings = 0; beginnings <= BEGINNINGS; beginnings += 1) {
    const { uploadSession: sealed } = await getPublication(db, runId);
    const session = sealed === null ? undefined : channels.box.open(sealed, sender.userId);
    if (session === undefined) {
      const session = await beginUpload(sender, video, file.bytes);
      await replaceUploadSession(db, runId, sealed, channels.box.seal(session, sender.userId));
      continue;
    }
    const sent = await sendFile(sender, session, file, report);
    try {
      if (sent !== 'expired') {
        report(1);
        await refuseFailed(sender, sent);
        return sent;
      }
    } catch (error) {
      // Another attempt starts a new upload, since YouTube would always refuse this one.
      if (error instanceof StepError && error.isFinal) await replaceUploadSession(db, runId, sealed, null);
      throw error;
    }
    await replaceUploadSession(db, runId, sealed, null);
  }
  throw new StepError('expired', 'YouTube lost this upload repeatedly. Please try again later.');
}
