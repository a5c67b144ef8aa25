import { type Selectable, sql } from 'kysely';
import type { Video } from '#contract/videos.ts';
import type { Executor } from '../../db/database.ts';
import type { Videos } from '../../db/types.generated.ts';

export type VideoRow = Selectable<Videos>;

/** The source of videos that users add by link. */
export const LINK = 'link';

/** A search hit from a source, before it has an ID here. */
export interface FoundVideo {
  sourceId: string;
  title: string;
  description: string | null;
  /** A URL for the page: ours, or the source's own. */
  thumbnail: string | null;
  /** The URL of its media, if source and sourceId do not determine it. */
  url: string | null;
  durationMs: number;
  views: string;
  channel: string;
  license: string | null;
}

/** Sources whose media are on this machine. */
const PREVIEWED = new Set(['library', 'upload']);

export const PLACEHOLDER_THUMBNAIL = '/placeholder.svg';
/** The length assumed for an added video whose length is unknown, in ms. */
export const ADDED_MS = 600_000;

export function toVideo(row: VideoRow): Video {
  const video = {
    id: row.id,
    title: row.title,
    description: row.description,
    thumbnail: thumbnailOf(row),
    duration: row.durationMs / 1000,
    source: row.source,
    sourceId: row.sourceId,
    ...(PREVIEWED.has(row.source) && { preview: `/media/videos/${row.id}/preview.jpg` }),
    views: row.views,
    channel: row.channel,
    license: row.license,
    createdAt: row.createdAt.toISOString(),
    userId: row.ownerId,
  };
  if (row.source !== LINK) return video;
  const duration = (row.durationMs || ADDED_MS) / 1000;
  return { ...video, duration, source: 'Manual', createdAt: null, userId: null };
}

/** Thumbnails of other sites are served by us: our page contacts no other site. */
function thumbnailOf({ id, thumbnailUrl: url }: VideoRow): string {
  if (url === null) return PLACEHOLDER_THUMBNAIL;
  return /^https?:/.test(url) ? `/media/videos/${id}/thumbnail.jpg` : url;
}

/** Stores a source's hits under `{source}_{sourceId}`, in order. */
export async function upsertVideos(db: Executor, source: string, videos: FoundVideo[]): Promise<VideoRow[]> {
  if (videos.length === 0) return [];
  const rows = await db
    .insertInto('videos')
    .values(
      // In a fixed order: otherwise two searches could deadlock on each other's rows.
      videos
        .toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))
        .map((video) => ({
          id: `${source}_${video.sourceId}`,
          source,
          sourceId: video.sourceId,
          title: video.title,
          description: video.description,
          thumbnailUrl: video.thumbnail,
          url: video.url,
          durationMs: video.durationMs,
          views: video.views,
          channel: video.channel,
          license: video.license,
        })),
    )
    .onConflict((oc) =>
      oc.column('id').doUpdateSet({
        title: sql`excluded.title`,
        description: sql`excluded.description`,
        thumbnailUrl: sql`excluded.thumbnail_url`,
        url: sql`excluded.url`,
        durationMs: sql`excluded.duration_ms`,
        views: sql`excluded.views`,
        channel: sql`excluded.channel`,
        license: sql`excluded.license`,
      }),
    )
    .returningAll()
    .execute();
  const byId = new Map(rows.map((row) => [row.sourceId, row]));
  return videos.map((video) => byId.get(video.sourceId)!);
}

/** Returns those of these videos that the user may use: shared ones and their own. */
export async function findVideos(db: Executor, ids: string[], userId: string): Promise<VideoRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('videos')
    .selectAll()
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('ownerId', 'is', null), eb('ownerId', '=', userId)]))
    .execute();
}

/** Returns videos of any owner, for sections that already show them. */
export async function findShownVideos(db: Executor, ids: string[]): Promise<VideoRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('videos').selectAll().where('id', 'in', ids).execute();
}

export async function getVideo(db: Executor, id: string): Promise<VideoRow> {
  return db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function setDuration(db: Executor, id: string, durationMs: number): Promise<void> {
  await db.updateTable('videos').set({ durationMs }).where('id', '=', id).execute();
}

/**
 * Returns the total length of these videos and those in a project's sections, in ms, as far as it is known.
 */
export async function sumDurations(db: Executor, ids: string[], projectId: string | null): Promise<number> {
  const { sum } = await db
    .selectFrom('videos')
    .select(({ fn }) => fn.sum('durationMs').as('sum'))
    .where((eb) =>
      eb.or([
        eb('id', 'in', ids),
        eb('id', 'in', eb.selectFrom('sections').select('videoId').where('projectId', '=', projectId)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Stores the fetched file of a video. */
export async function setFetched(db: Executor, id: string, fetchKey: string): Promise<void> {
  await db
    .updateTable('videos')
    .set({ fetchKey, fetchedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Inserts a video that a user uploaded, for a section or for their footage. Its file is already stored. */
export async function insertUploadedVideo(
  trx: Executor,
  video: {
    id: string;
    durationMs: number;
    fetchKey: string;
    object: { id: string; userId: string; fileName: string };
    description?: string | null;
    /** The target channel. */
    channel?: string;
    /** Not for a section: it is listed in its user's footage. */
    isFootage?: boolean;
  },
): Promise<void> {
  await trx
    .insertInto('videos')
    .values({
      id: video.id,
      source: 'upload',
      sourceId: video.object.id,
      ownerId: video.object.userId,
      title: video.object.fileName,
      description: video.description ?? null,
      durationMs: video.durationMs,
      channel: video.channel ?? 'Upload',
      fetchKey: video.fetchKey,
      fetchedAt: sql<Date>`now()`,
      thumbnailUrl: video.isFootage ? `/media/videos/${video.id}/thumbnail.jpg` : null,
    })
    .execute();
}

/** Returns those of these videos that are not the user's own uploads. */
export async function listOthersVideos(db: Executor, ids: string[]): Promise<VideoRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('videos').selectAll().where('id', 'in', ids).where('source', '<>', 'upload').execute();
}
