import { randomUUID } from 'node:crypto';
import type { ExistingConflict, ExistingProjects, ImportResult, ProjectExport } from '#contract/export.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { transact } from '#core/bus/transact.ts';
import type { Guard } from '#core/guard/guard.ts';
import type { Backend } from '#core/backend.ts';
import { refuseContentOver, refuseLinksOver } from '#core/repositories/account/holdings.ts';
import {
  type CheckedProject,
  findCreationTimes,
  findVideosBySource,
  forgetImports,
  insertImportedProject,
  referenceOf,
  rememberImport,
} from '#core/repositories/account/imports.ts';
import { LINK, type VideoRow } from '#core/repositories/media/videos.ts';
import { publishChange } from '#core/repositories/projects/projects.ts';
import { insertRun } from '#core/runs/start-run.ts';
import type { Caller } from '../caller.ts';
import type { CheckedImport } from './check-import.ts';
import { storeImportedLinks } from '../links.ts';

/** The maximum number of titles in a question about projects that the account already has. */
const MAX_ASKED = 3;
/** The maximum number of names in a project's notice about missing media. */
const MAX_NOTICES = 10;

/**
 * Imports the projects of a checked file, all or none, each only once however often it is imported. Credits,
 * settings and profile of the file are ignored. Media are fetched by a preparation for each project; together
 * these count as one run. Projects that the account already has are added again, skipped, or asked about.
 * @throws AppError `unprocessable` if the account would exceed its caps; `conflict` to ask
 */
export async function importData(
  { config, db, disk, engine, bus, log, sources }: Backend,
  { userId }: Caller,
  { file: data, existing }: { file: CheckedImport; existing: ExistingProjects },
): Promise<ImportResult> {
  await disk.refuseFull();
  const imported = await transact({ db, bus }, async (trx) => {
    const referenced = data.projects.flatMap((project) => project.videos);
    const here = await findVideosBySource(trx, userId, referenced);
    await addLinks(trx, sources.guard, userId, { wanted: referenced, here });
    const importId = randomUUID();
    const imported: string[] = [];
    const fresh: CheckedProject[] = [];
    for (const project of data.projects) if (await rememberImport(trx, userId, project)) fresh.push(project);
    const existingProjects = existing === 'add' ? [] : await ofAccount(trx, userId, fresh);
    if (existing === 'ask' && existingProjects.length > 0) throw alreadyHere(existingProjects);
    // They can still be added later.
    await forgetImports(trx, userId, existingProjects);
    for (const project of fresh) {
      if (existingProjects.includes(project)) continue;
      imported.push(await takeOver(trx, { userId, importId }, project, here));
    }
    await refuseLinksOver(trx, config.caps, userId);
    await refuseContentOver(trx, config.caps, { userId, projectIds: imported });
    for (const projectId of imported) publishChange(trx, userId, projectId);
    return imported;
  });
  await engine.advanceAll(userId).catch((error: Error) => log.warn({ err: error.message }, 'enqueued later'));
  return { projects: imported.length, skipped: data.projects.length - imported.length };
}

/**
 * Finds the projects that the account already has: each was created at a different time, to the millisecond.
 */
async function ofAccount(
  trx: Executor,
  userId: string,
  projects: CheckedProject[],
): Promise<CheckedProject[]> {
  const times = await findCreationTimes(trx, userId);
  return projects.filter(({ createdAt }) => times.has(Date.parse(createdAt)));
}

function alreadyHere(projects: CheckedProject[]): AppError {
  const count = projects.length;
  const details: ExistingConflict = { count, titles: projects.slice(0, MAX_ASKED).map(({ title }) => title) };
  const which = count === 1 ? '1 project of this file is' : `${count} projects of this file are`;
  return new AppError('conflict', `${which} already in your account.`, details);
}

/** Adds missing links as the user's own: their details are from the file, their media are fetched. */
async function addLinks(
  trx: Executor,
  guard: Guard,
  userId: string,
  { wanted, here }: { wanted: ProjectExport['videos']; here: Map<string, VideoRow> },
): Promise<void> {
  const links = wanted.flatMap(({ source, link, ...video }) =>
    source === LINK && link !== null && !here.has(referenceOf({ source, ...video }))
      ? { ...video, link }
      : [],
  );
  const rows = await storeImportedLinks(trx, guard, userId, links);
  for (const { sourceId, link } of links) {
    const row = rows.get(link);
    if (row) here.set(referenceOf({ source: LINK, sourceId }), row);
  }
}

async function takeOver(
  trx: Executor,
  { userId, importId }: { userId: string; importId: string },
  project: CheckedProject,
  here: Map<string, VideoRow>,
): Promise<string> {
  const videos = new Map<string, VideoRow>();
  for (const video of project.videos) {
    const existing = here.get(referenceOf(video));
    if (existing) videos.set(video.id, existing);
  }
  const projectId = await insertImportedProject(trx, userId, project, videos, missing(project, videos));
  const visibleIds = new Set(project.sections.flatMap((section) => section.videoId ?? []));
  const videoIds = [...new Set([...videos].flatMap(([id, video]) => (visibleIds.has(id) ? video.id : [])))];
  const input = { videoIds, sections: false, importId };
  if (videoIds.length > 0) await insertRun(trx, 'preparation', { userId, projectId, input });
  return projectId;
}

/** Returns the project's notices about media that cannot be fetched. */
function missing(project: CheckedProject, videos: Map<string, VideoRow>): string[] {
  const missing = project.videos.filter((video) => !videos.has(video.id));
  const uploads = new Set(project.sections.flatMap((section) => section.upload ?? []));
  // Music plays through the whole film, so its notice is never among "more".
  const notices = [
    ...(project.music ? [`The music "${project.music.upload}" is not in the imported file.`] : []),
    ...missing.map((video) => `The video "${video.title}" is missing.`),
    ...[...uploads].map((name) => `The upload "${name}" is not in the imported file.`),
  ];
  if (notices.length <= MAX_NOTICES) return notices;
  const more = notices.length - MAX_NOTICES;
  const which = more === 1 ? '1 more video or upload is' : `${more} more videos or uploads are`;
  return [...notices.slice(0, MAX_NOTICES), `${which} missing.`];
}
