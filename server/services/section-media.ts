import type { Section } from '#contract/sections.ts';
import type { SectionRow } from '#core/repositories/sections.ts';

/** What a section shows: the upload in its place, its video, or its title on a card. */
export function mediaOf(row: Pick<SectionRow, 'object_kind' | 'video_id'>): Section['media'] {
  if (row.object_kind) return row.object_kind;
  return row.video_id ? 'video' : 'none';
}
