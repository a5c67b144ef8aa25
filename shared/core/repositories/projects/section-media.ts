import { sql } from 'kysely';
import type { Section } from '#contract/sections.ts';
import type { SectionRow } from './sections.ts';

/** Returns what a section shows: its replacement upload, its video, or its title on a card. */
export function mediaOf(row: Pick<SectionRow, 'objectKind' | 'videoId'>): Section['media'] {
  if (row.objectKind) return row.objectKind;
  return row.videoId ? 'video' : 'none';
}

const IS_VIDEO = sql`CASE WHEN object_id IS NULL THEN video_id IS NOT NULL
  ELSE (SELECT kind FROM objects WHERE objects.id = object_id) = 'video' END`;

const CUT_MS = sql`COALESCE((SELECT sum(GREATEST(0,
    LEAST(end_ms, (cut->>'endMs')::int) - GREATEST(start_ms, (cut->>'startMs')::int)))
  FROM jsonb_array_elements(cuts) AS taken(cut)), 0)`;

/** `lengthMs` of a section's `excerptOf`, for sums. A half is rounded up, as there. */
export const LENGTH_MS = sql<number>`CASE WHEN ${IS_VIDEO}
  THEN floor((end_ms - start_ms - ${CUT_MS}) / speed + 0.5) ELSE end_ms - start_ms END`;
