import { readFile } from 'node:fs/promises';
import { publishingInputSchema, setThumbnail } from '#contract/jobs/publishing.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { StepError } from '#core/lib/errors.ts';
import { setThumbnail as send } from '#core/youtube/additions.ts';
import { ignoreMissingFile } from '#core/storage/storage.ts';
import type { Handler } from './handler.ts';
import { publishedOf } from './publish-video.ts';

/** Sends the film's poster to YouTube as the thumbnail of the published video. */
export const handleSetThumbnail: Handler<'set-thumbnail'> = async (context) => {
  const { backend, run, signal } = context;
  const { poster, channelId } = publishingInputSchema.parse(run.input);
  const key = artifactKey(setThumbnail, [run.id]);
  return backend.artifacts.build(setThumbnail, key, run.userId, async () => {
    const path = await backend.storage.localPath(poster!).catch(ignoreMissingFile);
    if (path === undefined) throw new StepError('gone', 'The poster of this film no longer exists.');
    const sender = { channels: backend.channels, userId: run.userId, channelId, signal };
    await send(sender, await publishedOf(context), await readFile(path));
    return { data: {}, files: [] };
  });
};
