import { join } from 'node:path';
import { z } from 'zod';
import type { Backend } from '#core/backend.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Film } from '#core/repositories/projects/films.ts';
import type { WaitingCaller } from '../caller.ts';
import { mediaWork } from './media-work.ts';

const SOUND = { name: 'film-sound', version: 1, result: z.object({}) };
export const SOUND_FILE = 'film.m4a';

/**
 * Copies the audio of a film without encoding it again, once. Returns the artifact's key.
 * @throws AppError `conflict` if the film cannot be read; TryLaterError if too much work is waiting
 */
export async function makeSound(
  parts: Pick<Backend, 'artifacts' | 'ffmpeg' | 'pools'>,
  { userId, signal }: WaitingCaller,
  { film, path }: { film: Pick<Film, 'artifactKey'>; path: string },
): Promise<string> {
  const { artifacts } = parts;
  const key = artifactKey(SOUND, [film.artifactKey]);
  if (await artifacts.find(SOUND, key)) return key;
  const copy = ['-map', '0:a:0', '-c', 'copy', '-movflags', '+faststart', '-f', 'ipod'];
  try {
    await mediaWork(
      parts,
      { key, userId, signal },
      (ffmpeg, wanted) =>
        artifacts.build(SOUND, key, userId, async (dir) => {
          const output = `file:${join(dir, SOUND_FILE)}`;
          await ffmpeg.run([...inputArgs(path, { threads: 1 }), ...copy, output], { signal: wanted });
          return { data: {}, files: [SOUND_FILE] };
        }),
      'sounds',
    );
  } catch (error) {
    if (!(error instanceof MediaError) || signal.aborted) throw error;
    throw new AppError('conflict', 'The sound of this film could not be read. Generate the film again.');
  }
  return key;
}
