import type { z } from 'zod';
import type { findSubjectsResultSchema, ProjectSubjects } from '#contract/project-subjects.ts';
import type { FramingInput } from '#contract/jobs/framing.ts';
import { type Scan, scanMedia } from '#contract/jobs/processing.ts';
import { findSubjects as findJob } from '#contract/jobs/subjects.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { subjectsKey } from '#core/film/subjects.ts';
import { findArtifacts } from '#core/repositories/media/artifacts.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { findSections } from '#core/repositories/projects/sections.ts';
import { findActiveRun } from '#core/repositories/runs/runs.ts';
import { startRun } from '#core/runs/start-run.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { readEngineNames } from '../section-views/made-narrations.ts';

interface ScannedVideo {
  videoId: string;
  scanKey: string;
  scan: Scan;
  sectionIds: string[];
}

/** Returns the scanned videos that a project's sections show. */
async function scannedVideos(db: Executor, projectId: string): Promise<ScannedVideo[]> {
  const rows = (await findSections(db, projectId)).filter((row) => mediaOf(row) === 'video');
  const scans = await findArtifacts(db, [...new Set(rows.flatMap((row) => row.scanKey ?? []))]);
  const videos = new Map<string, ScannedVideo>();
  for (const row of rows) {
    const scanned = scans.get(row.scanKey ?? '');
    if (!scanned) continue;
    const existing = videos.get(scanned.key);
    if (existing) existing.sectionIds.push(row.id);
    else {
      videos.set(scanned.key, {
        videoId: (row.objectKind === 'video' ? row.objectVideoId : row.videoId)!,
        scanKey: scanned.key,
        scan: scanMedia.result.parse(scanned.data),
        sectionIds: [row.id],
      });
    }
  }
  return [...videos.values()].filter(({ scan }) => scan.video !== null);
}

/** Returns the faces that the cameras of a project's sections can follow. @throws AppError `not_found` */
export async function readSubjects(
  backend: Backend,
  { userId }: Caller,
  { projectId }: ProjectId,
): Promise<ProjectSubjects> {
  const { db } = backend;
  await ownProject(db, projectId, userId);
  const { faces } = await readEngineNames(backend);
  const videos = await scannedVideos(db, projectId);
  const keyOf = ({ scanKey }: ScannedVideo) => (faces === null ? undefined : subjectsKey(scanKey, faces));
  const artifacts = await findArtifacts(
    db,
    videos.flatMap((video) => keyOf(video) ?? []),
  );
  return {
    installed: faces !== null,
    videos: videos.map((video) => {
      const { durationMs, shotsMs, video: stream } = video.scan;
      const artifact = artifacts.get(keyOf(video) ?? '');
      return {
        sectionIds: video.sectionIds,
        durationMs,
        shotsMs,
        picture: { width: stream!.width, height: stream!.height },
        samples: artifact ? findJob.result.parse(artifact.data).samples : null,
      };
    }),
  };
}

/**
 * Starts finding the faces in the videos of sections, or returns the run that does so.
 * @throws AppError `not_found`; `unprocessable` if no worker finds faces
 */
export async function findSubjects(
  backend: Backend,
  { userId }: Caller,
  { projectId }: ProjectId,
  { sectionIds }: { sectionIds: readonly string[] },
): Promise<z.infer<typeof findSubjectsResultSchema>> {
  const { db } = backend;
  await ownProject(db, projectId, userId);
  const { faces } = await readEngineNames(backend);
  if (faces === null) throw new AppError('unprocessable', 'Face detection is not installed.');
  const requestedIds = new Set(sectionIds);
  const videos = (await scannedVideos(db, projectId)).filter((video) =>
    video.sectionIds.some((id) => requestedIds.has(id)),
  );
  const artifacts = await findArtifacts(
    db,
    videos.map(({ scanKey }) => subjectsKey(scanKey, faces)),
  );
  const input: FramingInput = {
    videos: videos
      .filter(({ scanKey }) => !artifacts.has(subjectsKey(scanKey, faces)))
      .map(({ videoId, scanKey, scan }) => ({ videoId, scanKey, durationMs: scan.durationMs })),
  };
  if (input.videos.length === 0) return { runId: null };
  return startRun(backend, 'framing', { userId }, async (trx, begin) => {
    await ownProject(trx, projectId, userId, true);
    const active = await findActiveRun(trx, projectId, 'framing');
    if (active) return { runId: active.id };
    return { runId: await begin({ projectId, input }) };
  });
}
