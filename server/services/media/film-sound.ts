import { join } from 'node:path';
import { z } from 'zod';
import type { Language } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Film } from '#core/repositories/projects/films.ts';
import { FILM_LINK_TTL } from '#core/storage/signing.ts';
import type { LinkedCaller, ProjectId, WaitingCaller } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { findFilm } from '../projects/find-film.ts';
import { filmPath } from './film-poster.ts';
import { mediaWork } from './media-work.ts';

const SOUND = { name: 'film-sound', version: 1, result: z.object({}) };
const SOUND_FILE = 'film.m4a';
const NO_FILM = 'There is no film yet. Generate it first.';

/**
 * Returns a link to a film's sound as a file, made when it is first requested.
 * @throws AppError `not_found`; `conflict` if the film or its file is missing; TryLaterError if too much work
 * is waiting
 */
export async function linkOfSound(
  backend: Backend,
  caller: LinkedCaller & WaitingCaller,
  { projectId }: ProjectId,
  { language }: { language?: Language | undefined },
): Promise<string> {
  const { userId, signer } = caller;
  const project = await ownProject(backend.db, projectId, userId);
  const film = await findFilm(backend.db, { projectId }, { language });
  const path = film && (await filmPath(backend, film));
  if (!film || !path) throw new AppError('conflict', NO_FILM);
  const key = await makeSound(backend, caller, { film, path });
  const name = `${project.title}.m4a`;
  return signer.sign(project, { artifactKey: key, file: SOUND_FILE, name }, FILM_LINK_TTL);
}

/** Copies the audio of a film without encoding it again, once. Returns the artifact's key. */
async function makeSound(
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
