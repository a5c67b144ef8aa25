import { shortened } from '#text/letters/letters.ts';
import { MAX_TITLE } from '#contract/limits.ts';
import { type Music, MUSIC_DEFAULTS, type MusicPatch, type MusicSettings } from '#contract/music.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { type StoredMusic, musicOf } from '#core/repositories/media/music.ts';
import { findUploaded } from '#core/repositories/media/uploads.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';
import { type Edit, recordEdit } from '#core/repositories/projects/section-edits.ts';
import { readProjectState, writeProjectState } from '#core/repositories/media/project-state.ts';
import { FILM_LINK_TTL, type FileSigner } from '#core/storage/signing.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { editProject, type EditParts, quoted } from '../sections/edit.ts';
import { type AttachedMusic, attachMusic, MUSIC_FILE } from '../uploads/attach-music.ts';

interface NewMusic extends MusicPatch {
  /** Ends the message that refuses a file. */
  advice?: string;
}

/** The names of the settings in Undo's label. */
const SETTING_WORDS: Record<keyof MusicSettings, string> = {
  title: 'title',
  credit: 'credit',
  volume: 'volume',
  fadeOut: 'fade out',
  start: 'start',
  ducked: 'ducking',
};

/**
 * Sets the film's music, or changes its settings, as one edit.
 * @throws AppError `not_found`; `conflict` for settings without music; `unprocessable` for an upload that
 * cannot be music, a start beyond its end, and an account without room; `unavailable` and TryLaterError if
 * the machine is busy
 */
export async function setMusic(
  backend: Backend,
  caller: Caller,
  { projectId }: ProjectId,
  { advice, ...patch }: NewMusic,
): Promise<void> {
  const { userId } = caller;
  await ownProject(backend.db, projectId, userId);
  const { objectPath, ...settings } = patch;
  const attached =
    objectPath === undefined
      ? null
      : await attachMusic(backend, caller, { projectId }, { objectPath, advice });
  await editProject(backend, caller, { projectId }, async (trx) => {
    const { music: before } = await readProjectState(trx, projectId);
    if (attached && !(await findUploaded(trx, attached.objectId, userId)))
      throw new AppError('unprocessable', 'This upload no longer exists. Upload the file again.');
    const music = attached ? withFile(before, attached, settings) : withSettings(before, settings);
    await recordEdit(trx, projectId, describe(before, music, patch), () =>
      writeProjectState(trx, projectId, { music }),
    );
  });
}

/** Removes the film's music, as one edit. Does nothing without music. @throws AppError `not_found` */
export async function removeMusic(
  backend: EditParts,
  caller: Caller,
  { projectId }: ProjectId,
): Promise<void> {
  await editProject(backend, caller, { projectId }, async (trx) => {
    const { music } = await readProjectState(trx, projectId);
    const edit = { kind: 'music', label: `Remove the music ${quoted(music?.title ?? '')}` };
    await recordEdit(trx, projectId, edit, () => writeProjectState(trx, projectId, { music: null }));
  });
}

function withFile(
  before: StoredMusic | null,
  file: AttachedMusic,
  settings: Partial<MusicSettings>,
): StoredMusic {
  const { volume, fadeOut, ducked } = before ?? MUSIC_DEFAULTS;
  const title = file.fileName.replace(/(?<=.)\.\w{2,5}$/, '').trim() || file.fileName;
  const fresh = { ...MUSIC_DEFAULTS, volume, fadeOut, ducked, title: shortened(title, MAX_TITLE) };
  return refuseStart({ ...file, ...fresh, ...settings });
}

function withSettings(before: StoredMusic | null, settings: Partial<MusicSettings>): StoredMusic {
  if (!before) throw new AppError('conflict', 'The film has no music yet. Please add a file first.');
  return refuseStart({ ...before, ...settings });
}

/** @throws AppError `unprocessable` if less than a second of it is left */
function refuseStart(music: StoredMusic): StoredMusic {
  if (music.start * 1000 + 1000 <= music.durationMs || music.start === 0) return music;
  throw new AppError('unprocessable', 'Music must start at least a second before the end of its file.');
}

function describe(before: StoredMusic | null, music: StoredMusic, patch: MusicPatch): Edit {
  const of = (what: string) => ({ kind: 'music', label: `${what} ${quoted(music.title)}` });
  if (patch.objectPath !== undefined) return of(before ? 'Replace the music with' : 'Add the music');
  const [name, ...more] = Object.keys(patch) as (keyof MusicSettings)[];
  return of(more.length > 0 ? 'Change the music' : `Change the ${SETTING_WORDS[name!]} of the music`);
}

/** Returns the film's music with a link to its file; `null` if it has none. */
export function viewMusic(
  signer: FileSigner,
  project: Pick<ProjectRow, 'id' | 'linksVersion' | 'music'>,
): Music | null {
  const music = musicOf(project);
  if (!music) return null;
  const { objectId: _, sha256: __, fetchKey, durationMs, ...publicFields } = music;
  const file = { artifactKey: fetchKey, file: MUSIC_FILE, name: publicFields.fileName };
  const url = signer.sign(project, file, FILM_LINK_TTL);
  return { ...publicFields, duration: durationMs / 1000, url };
}
