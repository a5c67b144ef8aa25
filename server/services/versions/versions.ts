import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { FilmOptions, Version, VersionChanges, versionChangesQuerySchema } from '#contract/versions.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { findFilms } from '#core/repositories/projects/films.ts';
import {
  findHeldMedia,
  findMadeFilms,
  findVersion,
  findVersions,
  type MadeFilm,
  readSectionsWhole,
} from '#core/repositories/versions/film-versions.ts';
import { readProjectState } from '#core/repositories/media/project-state.ts';
import type { Caller, LinkedCaller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { filmLink } from '../projects/project-view.ts';
import { compareMusic, compareOptions, compareSections } from './compare-versions.ts';
import { isMusicLost, lostReason } from './lost.ts';

/** The version that a call is about. */
export interface VersionId extends ProjectId {
  versionId: string;
}

/**
 * Lists the versions of a project's films, newest first, including current films whose plan was not stored.
 * @throws AppError `not_found`
 */
export async function listVersions(
  { db }: Pick<Backend, 'db'>,
  { userId, signer }: LinkedCaller,
  { projectId }: ProjectId,
): Promise<Version[]> {
  const project = await ownProject(db, projectId, userId);
  const [versions, films] = await Promise.all([findVersions(db, project.id), findFilms(db, [project.id])]);
  const runIds = new Set(versions.map(({ runId }) => runId));
  const byRunId = new Map<string, MadeFilm>(films.map((film) => [film.runId, film]));
  const earlier = await findMadeFilms(
    db,
    [...runIds].filter((runId) => !byRunId.has(runId)),
  );
  const fileOf = (film: MadeFilm | undefined): Version['file'] =>
    film === undefined
      ? null
      : {
          video: filmLink(signer, project, film),
          subtitles: film.result.subtitles === 0 ? null : filmLink(signer, project, film, 'film.vtt'),
        };
  const listed = versions.map((version) => ({
    ...version.options,
    id: version.id,
    number: version.number,
    madeAt: version.madeAt.toISOString(),
    duration: version.durationMs / 1000,
    sections: version.sectionCount,
    isShown: byRunId.has(version.runId),
    file: fileOf(byRunId.get(version.runId) ?? earlier.get(version.runId)),
  }));
  const planless = films
    .filter(({ runId }) => !runIds.has(runId))
    .map((film) => ({
      language: film.language,
      quality: film.quality,
      aspect: film.aspect,
      framing: film.framing,
      burnSubtitles: film.burnedSubtitles,
      gender: film.result.gender,
      speaker: film.result.speaker,
      credits: film.credits,
      endFades: film.endFades,
      id: null,
      number: null,
      madeAt: film.createdAt.toISOString(),
      duration: film.result.durationMs / 1000,
      sections: film.result.sections.filter(({ credits }) => !credits).length,
      isShown: true,
      file: fileOf(film),
    }));
  return [...listed, ...planless].toSorted((a, b) => b.madeAt.localeCompare(a.madeAt));
}

/** @throws AppError `not_found` if the project has no such version */
export async function ownVersion(db: Executor, projectId: string, id: string) {
  const version = await findVersion(db, projectId, id);
  if (!version) throw new AppError('not_found', 'There is no such version.');
  return version;
}

/**
 * Returns what has changed since a version, or from it to another one.
 * @throws AppError `not_found` if the project lacks one of these versions
 */
export async function readChanges(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { projectId, versionId }: VersionId,
  { with: otherId, ...query }: z.output<typeof versionChangesQuerySchema>,
): Promise<VersionChanges> {
  await ownProject(db, projectId, userId);
  const version = await ownVersion(db, projectId, versionId);
  const other = otherId === undefined ? undefined : await ownVersion(db, projectId, otherId);
  const live = (await readSectionsWhole(db, projectId)).filter(({ state }) => !state.deleted);
  const { music } = await readProjectState(db, projectId);
  const held = await findHeldMedia(db, version);
  const byId = new Map(version.sections.map((section) => [section.id, section]));
  const sections = compareSections(version.sections, other?.sections ?? live, version.options.language);
  return {
    film: [
      ...compareOptions(version.options, other?.options ?? wantedOptions(query)),
      ...compareMusic(version.music, other ? other.music : music),
    ],
    musicLost:
      Boolean(version.music) && !isDeepStrictEqual(version.music, music) && isMusicLost(version.music!, held),
    sections: sections.map((difference) => {
      const section = byId.get(difference.sectionId);
      return { ...difference, lost: section ? lostReason(section, held) : null };
    }),
    sectionIds: live.map((section) => section.id),
  };
}

/** Returns the options of the film that would be made now, as far as they are given. */
function wantedOptions({
  speaker,
  ...options
}: Omit<z.output<typeof versionChangesQuerySchema>, 'with'>): Partial<FilmOptions> {
  const defined = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...defined, ...(speaker !== undefined && { speaker: speaker || null }) };
}
