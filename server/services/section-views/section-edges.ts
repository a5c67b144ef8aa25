import type { Scan } from '#contract/jobs/processing.ts';
import type { SectionEdges } from '#contract/section-edges.ts';
import type { Voice } from '#contract/sections.ts';
import { type PlayedAudio, sectionEdges } from '#film/transitions/section-edges.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { excerptOf } from '#film/time/section-length.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';

/**
 * Returns what crossfades may use at a section's edges in a film. `scan` is absent while its video is not
 * scanned.
 */
export function edgesOf(row: SectionRow, scan: Scan | undefined, voice: Voice): SectionEdges {
  const media = mediaOf(row);
  const excerpt = excerptOf(row, media);
  const isVideo = media === 'video';
  const hasOwn = voice === 'original' && isVideo && scan?.audio !== null && excerpt.volume > 0;
  const plays: PlayedAudio = voice === 'narrated' ? 'narrated' : hasOwn ? 'own' : 'none';
  // A video whose audio was not transcribed may contain speech.
  const hasWords = row.wordsKey !== null || row.objectId !== null || row.original === null;
  return sectionEdges(excerpt, { scan: isVideo ? scan : undefined, hasWords, plays });
}
