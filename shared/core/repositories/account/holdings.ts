import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Executor } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { sumPartialBytes } from '../../files/partial-files.ts';
import { RESTORE_DAYS } from '../projects/projects.ts';
import { sizeText } from '#text/messages/size-text.ts';

/** The caps of one account. */
export type Caps = Config['caps'];
/** The caps that concern files. */
export type FileCap = Pick<Caps, 'storedBytes'>;
/** What is refused over its cap. For versions, the oldest are deleted instead. */
type Holding = Exclude<keyof Caps, keyof VersionCaps>;
/** The caps of one project's versions. */
type VersionCaps = Pick<Caps, 'versions' | 'versionBytes'>;
/** What an account holds, as far as it was counted. For a figure per project, the largest one. */
export type Holdings = Partial<Record<Holding, number>>;

const count = new Intl.NumberFormat('en');

const DELETED = `Deleted ones count for ${RESTORE_DAYS} days.`;
const SENTENCES: Record<Holding, (most: number) => string> = {
  projects: (most) => `An account can have at most ${count.format(most)} projects. ${DELETED}`,
  projectSections: (most) => `A project can have at most ${most} sections.`,
  sections: (most) => `An account can have at most ${count.format(most)} sections. ${DELETED}`,
  projectTextBytes: (most) => `The texts of a project can take at most ${sizeText(most)}. ${DELETED}`,
  textBytes: (most) => `The texts of an account can take at most ${sizeText(most)}. ${DELETED}`,
  links: (most) => `An account can have at most ${count.format(most)} links.`,
  storedBytes: (most) =>
    `Your files have reached the limit of ${sizeText(most)}. Deleted projects free their space after ${RESTORE_DAYS} days, incomplete uploads after a day.`,
};

/** An account has reached a cap. */
export class OverCapError extends AppError {
  constructor(holding: Holding, most: number) {
    super('unprocessable', SENTENCES[holding](most), { holding, most });
  }
}

/** Runs changes, and rolls them back if they take an account over a cap. */
export async function orUndo<T>(trx: Executor, act: () => Promise<T>): Promise<T | OverCapError> {
  await sql`SAVEPOINT within_caps`.execute(trx);
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof OverCapError)) throw error;
    await sql`ROLLBACK TO SAVEPOINT within_caps`.execute(trx);
    return error;
  }
}

/**
 * Runs changes that may add projects, sections or text to an account, or to one of these projects.
 * @throws OverCapError if they exceed a cap by adding: a removal is never refused
 */
export async function withinCaps<T>(
  trx: Executor,
  caps: Caps,
  { userId, projectIds }: { userId: string; projectIds: string[] },
  act: () => Promise<T>,
): Promise<T> {
  const before = await countContent(trx, userId, projectIds);
  const result = await act();
  await lockHoldings(trx, userId);
  refuseOver(caps, await countContent(trx, userId, projectIds), before);
  return result;
}

/**
 * Checks the content that this transaction created: projects and everything in them.
 * @throws OverCapError
 */
export async function refuseContentOver(
  trx: Executor,
  caps: Caps,
  { userId, projectIds }: { userId: string; projectIds: string[] },
): Promise<void> {
  await lockHoldings(trx, userId);
  refuseOver(caps, await countContent(trx, userId, projectIds));
}

/** @throws OverCapError if this transaction took an account over its cap of links */
export async function refuseLinksOver(trx: Executor, caps: Caps, userId: string): Promise<void> {
  await lockHoldings(trx, userId);
  const { rows } = await sql<{ links: number }>`
    SELECT count(*)::int AS links FROM videos WHERE owner_id = ${userId} AND source = 'link'`.execute(trx);
  refuseOver(caps, { links: rows[0]!.links });
}

/** @throws OverCapError if this transaction took an account over its cap of stored bytes */
export async function refuseFilesOver(trx: Executor, caps: FileCap, userId: string): Promise<void> {
  await lockHoldings(trx, userId);
  refuseOver(caps, { storedBytes: await countFileBytes(trx, userId) });
}

/**
 * Refuses work that would add files if an account has no room for this many bytes, beside incoming and
 * partial uploads.
 * @param uploadId the upload of these bytes, whole: they include its partial file
 * @throws OverCapError
 */
export async function refuseNoRoom(
  db: Executor,
  { caps, partialDir }: Pick<Config, 'caps' | 'partialDir'>,
  userId: string,
  { bytes = 1, uploadId }: { bytes?: number | undefined; uploadId?: string } = {},
): Promise<void> {
  const stored = await countStoredBytes(db, { partialDir }, userId, uploadId);
  refuseOver(caps, { storedBytes: stored + bytes });
}

/** Returns the bytes of an account's files, including partial uploads on this node, except `except`. */
export async function countStoredBytes(
  db: Executor,
  { partialDir }: Pick<Config, 'partialDir'>,
  userId: string,
  except?: string,
): Promise<number> {
  const partial = await sumPartialBytes(partialDir, userId, except);
  return (await countFileBytes(db, userId)) + partial;
}

/**
 * Returns the bytes of an account's complete files: its own artifacts, and uploads that are not an artifact's
 * file. Media that all users share count for no one.
 */
async function countFileBytes(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    SELECT (SELECT COALESCE(sum(bytes), 0) FROM artifacts WHERE owner_id = ${userId})
      + (SELECT COALESCE(sum(bytes), 0) FROM objects
        WHERE user_id = ${userId} AND object_key IS NOT NULL AND kind IS DISTINCT FROM 'video') AS bytes`.execute(
    db,
  );
  return Number(rows[0]!.bytes);
}

/**
 * Only one transaction of an account counts at a time. It is the last lock of a transaction, after its
 * writes: a transaction that waits for it holds nothing that the holder may need.
 */
async function lockHoldings(trx: Executor, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`holdings of ${userId}`}, 0))`.execute(trx);
}

function refuseOver(caps: Partial<Caps>, now: Holdings, before: Holdings = {}): void {
  for (const [holding, has] of Object.entries(now) as [Holding, number][]) {
    const most = caps[holding] ?? Infinity;
    if (has > most && has > (before[holding] ?? 0)) throw new OverCapError(holding, most);
  }
}

/** The bytes of a row of `sections` without its texts. */
export const SECTION_BYTES = sql<number>`(sections.text_bytes + octet_length(sections.cuts::text) - 2
  + octet_length(sections.shot_crops::text) - 2)`;

/**
 * The maximum number of bytes that a row of `projects` takes in an export, including deleted sections: text
 * with JSON's worst escaping, and a generous allowance for the rest.
 */
export const PROJECT_BYTES = sql<number>`(1000 + 6 * octet_length(concat(projects.title, projects.description, projects.search_words))
  + 6 * COALESCE(octet_length(projects.music::text), 0) + 6 * octet_length(projects.film_choices::text)
  + COALESCE((SELECT sum(600 + 6 * octet_length(concat(videos.title, channel, source_id, url)))
    FROM project_videos JOIN videos ON videos.id = video_id WHERE project_id = projects.id), 0)
  + COALESCE((SELECT sum(${SECTION_BYTES} + 6 * COALESCE(octet_length(file_name), 0)
      + COALESCE((SELECT sum(text_bytes) FROM section_texts WHERE section_id = sections.id), 0))
    FROM sections LEFT JOIN objects ON objects.id = object_id WHERE sections.project_id = projects.id), 0))::float8`;

async function countContent(db: Executor, userId: string, projectIds: string[]): Promise<Holdings> {
  const { rows } = await sql<Required<Omit<Holdings, 'links' | 'storedBytes'>>>`
    WITH own AS MATERIALIZED (SELECT id FROM projects WHERE user_id = ${userId}),
    had AS (
      SELECT count(*)::int AS sections, COALESCE(sum(${SECTION_BYTES}), 0) AS said
      FROM sections WHERE project_id IN (SELECT id FROM own)),
    asked AS (
      SELECT ${PROJECT_BYTES} AS bytes, (SELECT count(*)::int FROM sections
        WHERE project_id = projects.id AND deleted_at IS NULL) AS sections
      FROM projects WHERE id = ANY(${projectIds}::uuid[]))
    SELECT (SELECT count(*)::int FROM own) AS projects, had.sections,
      (SELECT COALESCE(max(sections), 0) FROM asked) AS project_sections,
      (SELECT COALESCE(max(bytes), 0) FROM asked) AS project_text_bytes,
      (had.said
        + (SELECT COALESCE(sum(section_texts.text_bytes), 0) FROM section_texts
          JOIN sections ON sections.id = section_id WHERE project_id IN (SELECT id FROM own))
        + (SELECT COALESCE(sum(text_bytes), 0) FROM section_edits
          WHERE project_id IN (SELECT id FROM own))
        + (SELECT COALESCE(sum(bytes), 0) FROM proposals
          WHERE project_id IN (SELECT id FROM own)))::float8 AS text_bytes
    FROM had`.execute(db);
  return rows[0]!;
}
