import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { patternOf } from '../like-pattern.ts';
import { IS_FOOTAGE } from './footage.ts';
import { ADDED_MS, type FoundVideo, LINK, type VideoRow } from './videos.ts';

/** Which of a user's own videos: all that were added by a link or uploaded, or only the footage. */
export type OwnKind = 'added' | 'footage';
const OF_KIND: Record<OwnKind, RawBuilder<boolean>> = {
  added: sql`source IN (${LINK}, 'upload') AND removed_at IS NULL`,
  footage: IS_FOOTAGE,
};
/** In ms, as the page shows it. */
const shownLength = sql<number>`COALESCE(NULLIF(duration_ms, 0), ${ADDED_MS})`;

/**
 * Returns the row of a link that a user adds. The same video has the same row, whatever its ID the second
 * time.
 * @param id the page's ID; replaced if another user has it
 * @param known `true` if `found` was just fetched, `false` if only the URL is known
 */
export async function storeLink(
  trx: Executor,
  { id, ownerId, found, known }: { id: string; ownerId: string; found: FoundVideo; known: boolean },
): Promise<VideoRow> {
  const fields = {
    title: found.title,
    description: found.description,
    thumbnailUrl: found.thumbnail,
    url: found.url,
    channel: found.channel,
  };
  for (const candidate of [id, `manual_${found.sourceId}_${randomUUID()}`]) {
    await trx
      .insertInto('videos')
      .values({
        id: candidate,
        source: LINK,
        sourceId: found.sourceId,
        ownerId,
        ...fields,
        durationMs: found.durationMs,
        views: found.views,
      })
      .onConflict((oc) => oc.doNothing())
      .execute();
    const own = trx
      .selectFrom('videos')
      .selectAll()
      .where('source', '=', LINK)
      .where('sourceId', '=', found.sourceId)
      .where('ownerId', '=', ownerId);
    const row = await own.executeTakeFirst();
    if (!row) continue;
    if (!known) return row;
    return (
      trx
        .updateTable('videos')
        // A measured length takes precedence over a reported one.
        .set({ ...fields, durationMs: row.fetchKey === null ? found.durationMs : row.durationMs })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    );
  }
  throw new Error('A link has no row although it was just inserted.');
}

interface OwnQuery {
  kind: OwnKind;
  /** Each is searched in title, description and URL. One match is enough. */
  words: string[];
  minMs: number;
  maxMs: number;
}

/** Counts how many of the words a row matches. */
function hitsOf(words: string[]) {
  return sql<number>`(SELECT count(*)
    FROM (SELECT normalize(concat_ws(' ', title, description, url), NFD) AS text OFFSET 0) AS written,
      unnest(${words.map(patternOf)}::text[]) AS word
    WHERE written.text ILIKE word)`;
}

const ownVideos = (db: Executor, userId: string, { kind, words, minMs, maxMs }: OwnQuery) =>
  db
    .selectFrom('videos')
    .where('ownerId', '=', userId)
    .where(OF_KIND[kind])
    .where(shownLength, '>=', minMs)
    .where(shownLength, '<', maxMs)
    .where(hitsOf(words), '>', 0);

/**
 * Returns one page of a user's own videos that match one of the words: more matches first, then the newest.
 */
export async function searchOwnVideos(
  db: Executor,
  userId: string,
  { offset, limit, ...query }: OwnQuery & { offset: number; limit: number },
): Promise<VideoRow[]> {
  return ownVideos(db, userId, query)
    .selectAll()
    .orderBy(hitsOf(query.words), 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Counts a user's own videos that match one of the words and the length filter. */
export async function countOwnVideos(db: Executor, userId: string, query: OwnQuery): Promise<number> {
  const { count } = await ownVideos(db, userId, query)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
