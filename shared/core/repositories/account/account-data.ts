import { sql } from 'kysely';
import {
  EXPORT_PROJECTS_BYTES,
  MAX_PROJECTS,
  type MusicExport,
  originalExportSchema,
  type ProjectExport,
  type SectionExport,
} from '#contract/export.ts';
import { filmChoicesSchema } from '#contract/film-choices.ts';
import { chosenSettings } from '#film/section-settings.ts';
import { type SectionSettings, SETTINGS } from '#contract/section-settings.ts';
import type { Executor } from '../../db/database.ts';
import { PROJECT_BYTES, SECTION_BYTES } from './holdings.ts';
import { boundOriginal, boundText } from '#text/transcript/bound-text.ts';
import { boundariesOf, originalSchema } from '../projects/sections.ts';
import { type StoredMusic, storedMusicSchema } from '../media/music.ts';
import type { VideoRow } from '../media/videos.ts';
import { groupBy } from '../group-by.ts';

/**
 * Picks a user's projects that are not deleted, newest first: as many as fit into one file, starting with a
 * given one or the newest.
 * @returns `next`, the first project of the next file
 */
export async function pickForExport(
  db: Executor,
  userId: string,
  from: string | undefined,
): Promise<{ ids: string[]; next: string | undefined }> {
  const { rows } = await sql<{ id: string; fits: boolean }>`
    SELECT id, place = 1 OR place <= ${MAX_PROJECTS} AND bytes <= ${EXPORT_PROJECTS_BYTES} AS fits
    FROM (SELECT id, row_number() OVER newest_first AS place, sum(${PROJECT_BYTES}) OVER newest_first AS bytes
      FROM projects WHERE user_id = ${userId} AND deleted_at IS NULL AND (${from ?? null}::uuid IS NULL
        OR (SELECT projects.created_at < start.created_at
              OR projects.created_at = start.created_at AND projects.id >= start.id
            FROM projects AS start WHERE start.id = ${from ?? null} AND start.user_id = ${userId}))
      WINDOW newest_first AS (ORDER BY created_at DESC, id)) AS own
    ORDER BY place`.execute(db);
  const ids = rows.filter(({ fits }) => fits).map(({ id }) => id);
  return { ids, next: rows[ids.length]?.id };
}

/** How many of the picked projects are read together. */
const PROJECTS_AT_ONCE = 20;
/** Sections are read together up to this much text, in bytes. */
const PIECE_BYTES = 256 * 1024;

/**
 * Yields a user's picked projects in export format: JSON, separated by commas, in chunks small enough not to
 * block other work.
 */
export async function* writeProjects(db: Executor, userId: string, picked: string[]): AsyncGenerator<string> {
  let comma = '';
  for (let first = 0; first < picked.length; first += PROJECTS_AT_ONCE) {
    const ids = picked.slice(first, first + PROJECTS_AT_ONCE);
    const projects = await readProjects(db, userId, ids);
    const sections = await measureSections(db, ids);
    for (const { id, videos, ...project } of projects) {
      const videoIds = new Set(videos.map((video) => video.id));
      yield `${comma}${openEnd({ ...project, videos })},"sections":[`;
      comma = '';
      for (const piece of inPieces(sections.get(id) ?? [])) {
        for (const section of await writeSections(db, piece, videoIds)) {
          yield comma + section;
          comma = ',';
        }
      }
      yield ']}';
      comma = ',';
    }
  }
}

/** Returns an object's JSON without its closing brace, so that fields can follow. */
const openEnd = (value: object) => JSON.stringify(value).slice(0, -1);

async function readProjects(db: Executor, userId: string, ids: string[]) {
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'title', 'description', 'searchWords', 'createdAt', 'updatedAt', 'music', 'filmChoices'])
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  const videos = await db
    .selectFrom('videos')
    .innerJoin('projectVideos', 'projectVideos.videoId', 'videos.id')
    .selectAll('videos')
    .select('projectVideos.projectId')
    .where('projectVideos.projectId', 'in', ids)
    .orderBy('projectVideos.position')
    .execute();
  const videosOf = groupBy(videos, (video) => video.projectId);
  return projects.map(({ id, title, description, music, filmChoices: choices, ...row }) => ({
    id,
    title,
    description,
    ...(row.searchWords !== null && { searchWords: row.searchWords }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(music !== null && { music: exportMusic(storedMusicSchema.parse(music)) }),
    ...(Object.keys(choices as object).length > 0 && { filmChoices: filmChoicesSchema.parse(choices) }),
    videos: (videosOf.get(id) ?? []).map(exportVideo),
  }));
}

/** Returns the sections of projects, in order, with the largest size of their text. */
async function measureSections(db: Executor, projectIds: string[]) {
  const rows = await db
    .selectFrom('sections')
    .select(['id', 'projectId'])
    .select(
      sql<number>`(${SECTION_BYTES} + COALESCE((SELECT sum(text_bytes) FROM section_texts
        WHERE section_id = sections.id), 0))::float8`.as('bytes'),
    )
    .where('projectId', 'in', projectIds)
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return groupBy(rows, (row) => row.projectId);
}

/** Groups consecutive sections that are read together. A section with more text is its own group. */
function* inPieces(sections: { id: string; bytes: number }[]): Generator<string[]> {
  let piece: string[] = [];
  let total = 0;
  for (const { id, bytes } of sections) {
    if (piece.length > 0 && total + bytes > PIECE_BYTES) {
      yield piece;
      [piece, total] = [[], 0];
    }
    piece.push(id);
    total += bytes;
  }
  if (piece.length > 0) yield piece;
}

/** The words of a section in export format. Postgres writes them, since there may be a hundred thousand. */
const WORDS = sql<string>`(SELECT '[' || COALESCE(string_agg('[' || concat_ws(',', word->'text', word->'startMs',
    word->'endMs', trim_scale(round((word->>'confidence')::numeric, 3)), word->'speaker') || ']', ',' ORDER BY place), '') || ']'
  FROM jsonb_array_elements(sections.words) WITH ORDINALITY AS said(word, place))`;

/**
 * Returns the sections in this order, each as JSON. `videoIds` are those of the videos that the project
 * lists.
 */
async function writeSections(db: Executor, ids: string[], videoIds: Set<string>): Promise<string[]> {
  const rows = await db
    .selectFrom('sections')
    .leftJoin('objects', 'objects.id', 'sections.objectId')
    .select(['sections.id', 'title', 'sections.kind', 'sections.videoId', 'objectId', 'fileName'])
    .select(['startMs', 'endMs', 'startReason', 'endReason', 'original'])
    .select(SETTINGS)
    .$narrowType<SectionSettings>()
    .select(WORDS.as('words'))
    .where('sections.id', 'in', ids)
    .orderBy('position')
    .orderBy('sections.id')
    .execute();
  const texts = await db
    .selectFrom('sectionTexts')
    .select(['sectionId', 'language', 'text', 'translatedFrom'])
    .where('sectionId', 'in', ids)
    .orderBy('language')
    .execute();
  const textsOf = groupBy(texts, (text) => text.sectionId);
  return rows.map((row) => {
    const boundaries = boundariesOf(row);
    const section: Omit<SectionExport, 'words'> = {
      title: row.title,
      kind: row.kind as SectionExport['kind'],
      videoId: row.objectId === null && row.videoId && videoIds.has(row.videoId) ? row.videoId : null,
      upload: row.fileName,
      startMs: row.startMs,
      endMs: row.endMs,
      startReason: boundaries.start,
      endReason: boundaries.end,
      ...chosenSettings(row),
      texts: (textsOf.get(row.id) ?? []).map(({ language, text, translatedFrom }) => ({
        language,
        // An earlier version may have stored longer texts.
        text: boundText(text),
        translatedFrom: translatedFrom === null ? null : boundText(translatedFrom),
      })),
      original: row.original === null ? null : exportOriginal(row.original),
    };
    return `${openEnd(section)},"words":${row.words}}`;
  });
}

const exportOriginal = (original: unknown) =>
  originalExportSchema.parse(boundOriginal(originalSchema.parse(original)));

function exportMusic({ title, credit, volume, fadeOut, start, ducked, fileName }: StoredMusic): MusicExport {
  return { title, credit, volume, fadeOut, start, ducked, upload: fileName };
}

function exportVideo(row: VideoRow): ProjectExport['videos'][number] {
  return {
    id: row.id,
    source: row.source,
    sourceId: row.sourceId,
    title: row.title,
    channel: row.channel,
    durationMs: row.durationMs,
    link: row.url,
  };
}

/** Returns this many of a user's credit entries as booked, oldest first. */
export async function readLedgerPart(
  db: Executor,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
) {
  return db
    .selectFrom('creditEntries')
    .select(['kind', 'amount', 'packId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
}
