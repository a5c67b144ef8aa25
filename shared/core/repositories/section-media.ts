import { sql } from 'kysely';
import type { Excerpt } from '#contract/section-length.ts';
import type { Section } from '#contract/sections.ts';
import type { SectionRow } from './sections.ts';

/** What a section shows: the upload in its place, its video, or its title on a card. */
export function mediaOf(row: Pick<SectionRow, 'object_kind' | 'video_id'>): Section['media'] {
  if (row.object_kind) return row.object_kind;
  return row.video_id ? 'video' : 'none';
}

/** The excerpt of its source that a section plays; only a video has a speed. */
export function excerptOf(
  row: Pick<SectionRow, 'start_ms' | 'end_ms' | 'speed' | 'object_kind' | 'video_id'>,
): Excerpt {
  return { startMs: row.start_ms, endMs: row.end_ms, speed: mediaOf(row) === 'video' ? row.speed : 1 };
}

const IS_VIDEO = sql`CASE WHEN object_id IS NULL THEN video_id IS NOT NULL
  ELSE (SELECT kind FROM objects WHERE objects.id = object_id) = 'video' END`;

/** `lengthMs` of a section's excerpt, for sums. */
export const LENGTH_MS = sql<number>`round((end_ms - start_ms) / CASE WHEN ${IS_VIDEO} THEN speed ELSE 1 END)`;
