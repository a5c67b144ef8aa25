import { findSections } from '#core/repositories/projects/sections.ts';
import { readStill, sectionStill, type StillSource } from '../services/media/section-still.ts';
import { videoPreview } from '../services/media/video-preview.ts';
import { videoThumbnail } from '../services/media/video-thumbnail.ts';
import { findVideos } from '#core/repositories/media/videos.ts';
import type { Still, ToolContext } from './tool.ts';

/** The maximum number of frames of a result. */
export const MAX_STILLS = 6;
/** The maximum number of videos of which a result has frames: other sites may have to send them. */
const MAX_VIDEOS = 3;

/** Returns the stills that exist, each with its label, at most `MOST_STILLS`. */
export async function collectStills(
  wanted: { label: string; make: () => Promise<Buffer | null> }[],
): Promise<Still[]> {
  const stills = await Promise.all(
    wanted.slice(0, MAX_STILLS).map(async ({ label, make }) => ({ label, jpeg: await make() })),
  );
  return stills.flatMap(({ label, jpeg }) => (jpeg ? [{ label, jpeg }] : []));
}

/** Returns stills of sections. Each may name another range of the section's media, in seconds. */
export async function stillsOfSections(
  { backend, caller }: ToolContext,
  projectId: string,
  wanted: { sectionId: string; label: string; range?: { start: number; end: number } | undefined }[],
): Promise<Still[]> {
  const rows = new Map((await findSections(backend.db, projectId)).map((row) => [row.id, row]));
  return collectStills(
    wanted.flatMap(({ sectionId, label, range }) => {
      const row = rows.get(sectionId);
      if (!row) return [];
      const ms = range && { startMs: range.start * 1000, endMs: range.end * 1000 };
      const excerpt: StillSource = { ...row, ...ms };
      return { label, make: () => sectionStill(backend, excerpt, caller) };
    }),
  );
}

/** Returns a still of each of the first projects. */
export const stillsOfProjects = (
  { backend, caller }: ToolContext,
  projects: { id: string; title: string }[],
): Promise<Still[]> =>
  collectStills(
    projects.map(({ id, title }) => ({
      label: `Project ${title}`,
      make: async () => {
        const [first] = (await findSections(backend.db, id)).filter(({ scanKey }) => scanKey !== null);
        return first ? sectionStill(backend, first, caller) : null;
      },
    })),
  );

/** Returns stills of videos: a strip of eight if their files are here, otherwise the image of their site. */
export async function stillsOfVideos({ backend, caller }: ToolContext, ids: string[]): Promise<Still[]> {
  const rows = await findVideos(backend.db, ids, caller.userId);
  const ordered = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return collectStills(
    ordered.slice(0, MAX_VIDEOS).map((video) => ({
      label: `Video ${video.id}`,
      make: async () => {
        const strip = await videoPreview(backend, video, caller);
        const file = strip ?? (await videoThumbnail(backend, video, caller));
        return file && readStill(backend, file);
      },
    })),
  );
}
