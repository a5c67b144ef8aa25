import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MusicSnapshot } from '#contract/jobs/generation.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { Backend } from '#core/backend.ts';
import { StepError } from '#core/lib/errors.ts';
import { ignoreMissingFile } from '#core/storage/storage.ts';
import type { FilmMusic } from '../media/music.ts';

/**
 * Returns the film's music and its file.
 * @throws StepError if the file is missing, or differs from what was uploaded
 */
export async function openMusic({ artifacts }: Backend, music: MusicSnapshot): Promise<FilmMusic> {
  const artifact = await artifacts.find(fetchMedia, music.fetchKey);
  const path = await artifact?.path(artifact.data.fileName).catch(ignoreMissingFile);
  const hash = createHash('sha256');
  if (path !== undefined) await pipeline(createReadStream(path), hash).catch(ignoreMissingFile);
  if (path !== undefined && hash.digest('hex') === music.sha256) return { ...music, path };
  throw new StepError(
    'gone',
    `The file of the music "${music.title}" is missing or damaged. Choose it again under Film options, Music, or remove it there, then generate again.`,
  );
}
