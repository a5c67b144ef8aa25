import { sql } from 'kysely';
import type { Excerpt } from '#contract/excerpt.ts';
import type { Section } from '#contract/sections.ts';
import type { SectionRow } from './sections.ts';

/** Returns what a section shows: its replacement upload, its video, or its title on a card. */
export function mediaOf(row: Pick<SectionRow, 'object_kind' | 'video_id'>): Section['media'] {
  if (row.object_kind) return row.object_kind;
  return row.video_id ? 'video' : 'none';
}

/** Returns the excerpt of its source that a section plays. Only a video has speed, volume, fades and cuts. */
export function excerptOf(
  row: Pick<
    SectionRow,
    'start_ms' | 'end_ms' | 'speed' | 'volume' | 'fadeIn' | 'fadeOut' | 'cuts' | 'object_kind' | 'video_id'
  >,
): Excerpt {
  const isVideo = mediaOf(row) === 'video';
  return {
    startMs: row.start_ms,
    endMs: row.end_ms,
    speed: isVideo ? row.speed : 1,
    volume: isVideo ? row.volume : 1,
    fadeIn: isVideo ? row.fadeIn : 0,
    fadeOut: isVideo ? row.fadeOut : 0,
    cuts: isVideo ? row.cuts : [],
  };
}

const IS_VIDEO = sql`CASE WHEN object_id IS NULL THEN video_id IS NOT NULL
  ELSE (SELECT kind FROM objects WHERE objects.id = object_id) = 'video' END`;

const CUT_MS = sql`COALESCE((SELECT sum(GREATEST(0,
    LEAST(end_ms, (cut->>'endMs')::int) - GREATEST(start_ms, (cut->>'startMs')::int)))
  FROM jsonb_array_elements(cuts) AS taken(cut)), 0)`;

/** `lengthMs` of a section's excerpt, for sums. */
export const LENGTH_MS = sql<number>`CASE WHEN ${IS_VIDEO}
  THEN round((end_ms - start_ms - ${CUT_MS}) / speed) ELSE end_ms - start_ms END`;
