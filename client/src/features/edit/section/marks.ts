import type { Comparison } from '#contract/comparison.ts';
import type { Section } from '#contract/sections.ts';

export interface Mark {
  /** The section that repeats most of this section's words. Positions start at 1. */
  repeat: { id: string; text: string } | null;
  /** Whether other sections mention the words of the search, and this one does not. */
  offTopic: boolean;
}

/** Returns the marks of sections by section ID. Positions follow the displayed order. */
export function marksOf(
  comparison: Comparison | undefined,
  sections: readonly Pick<Section, 'id' | 'transcription'>[],
): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  const ids = sections.map(({ id }) => id);
  const silent = new Set(
    sections.flatMap(({ id, transcription }) => (transcription.trim() === '' ? id : [])),
  );
  for (const { sectionId, score } of comparison?.relevance ?? []) {
    if (score === 0 && !silent.has(sectionId)) marks.set(sectionId, { repeat: null, offTopic: true });
  }
  for (const { sectionId, otherId, by } of comparison?.repeats ?? []) {
    // A compared section may have been deleted since.
    const place = ids.indexOf(otherId) + 1;
    if (place === 0) continue;
    const text = `${by === 'words' ? 'Very similar' : 'Looks very similar'} to section ${place}`;
    const offTopic = marks.get(sectionId)?.offTopic ?? false;
    marks.set(sectionId, { repeat: { id: otherId, text }, offTopic });
  }
  return marks;
}

/**
 * Returns the section IDs by relevance to the search, the most relevant first. Equally relevant sections
 * keep their order.
 */
export function byRelevance(comparison: Comparison | undefined, ids: readonly string[]): string[] {
  const scores = new Map(comparison?.relevance.map(({ sectionId, score }) => [sectionId, score]));
  const scoreOf = (id: string): number => scores.get(id) ?? 0;
  return [...ids].sort((a, b) => scoreOf(b) - scoreOf(a));
}
