import { readFile } from 'node:fs/promises';
import { joinFilm } from '#contract/jobs/generation.ts';
import { addCaptions, type PublishingInput, publishingInputSchema } from '#contract/jobs/publishing.ts';
import type { Language } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import { captionsIn } from '#core/film-captions/film-captions.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { StepError } from '#core/lib/errors.ts';
import { findFilms } from '#core/repositories/projects/films.ts';
import { addCaptions as send } from '#core/youtube/additions.ts';
import type { Handler } from './handler.ts';
import { publishedOf } from './publish-video.ts';

/** Adds a film's subtitles in one language to the published video. */
export const handleAddCaptions: Handler<'add-captions'> = async (context) => {
  const { backend, run, input, signal } = context;
  const { language } = input;
  const video = publishingInputSchema.parse(run.input);
  const key = artifactKey(addCaptions, [run.id, language]);
  return backend.artifacts.build(addCaptions, key, run.userId, async () => {
    const vtt = await captionsOf(backend, { projectId: run.projectId!, video, language });
    if (!vtt) throw new StepError('gone', 'The subtitles of this film no longer exist.');
    const sender = { channels: backend.channels, userId: run.userId, channelId: video.channelId, signal };
    await send(sender, await publishedOf(context), { language, vtt });
    return { data: {}, files: [] };
  });
};

/** Returns the subtitles of a film, also after a newer one replaced it; `null` if they were removed. */
async function captionsOf(
  backend: Backend,
  { projectId, video, language }: { projectId: string; video: PublishingInput; language: Language },
): Promise<Buffer | null> {
  const films = await findFilms(backend.db, [projectId]);
  const film = films.find((candidate) => candidate.artifactKey === video.artifactKey);
  if (film) return captionsIn(backend, { film, films }, language);
  if (language !== video.language) return null;
  const joined = await backend.artifacts.find(joinFilm, video.artifactKey);
  const path = await joined?.pathIfAny('film.vtt');
  return path === undefined ? null : readFile(path);
}
