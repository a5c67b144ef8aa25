import type { Finding } from '#contract/film-check.ts';
import type { SourceEdge } from '#core/repositories/projects/section-words.ts';
import type { PlannedSection } from './plan.ts';

interface Edge extends SourceEdge {
  section: PlannedSection;
  edge: 'start' | 'end';
  /** The position in the film, in ms. */
  atMs: number;
}

/**
 * Returns where sections with their own audio begin and end in their videos, except where the film continues
 * in the same video.
 */
export function edgesOf(sections: readonly PlannedSection[]): Edge[] {
  const played = sections.flatMap((section) =>
    section.audible
      ? section.audible.parts.map((part) => ({ section, videoId: section.audible!.videoId, part }))
      : [null],
  );
  return played.flatMap((one, index) => {
    if (!one) return [];
    const { section, videoId, part } = one;
    const [before, after] = [played[index - 1], played[index + 1]];
    const isCut = {
      start: !(before?.videoId === videoId && before.part.endMs === part.startMs),
      end: !(after?.videoId === videoId && after.part.startMs === part.endMs),
    };
    return (['start', 'end'] as const).flatMap((edge) =>
      isCut[edge] ? [{ section, edge, videoId, ms: part[`${edge}Ms`], atMs: part.inFilm[`${edge}Ms`] }] : [],
    );
  });
}

/**
 * Reports words that the film's edges cut.
 * @param crossing the words that are spoken at edges, by video and time
 */
export function judgeEdges(
  sections: readonly PlannedSection[],
  crossing: readonly (SourceEdge & { word: string })[],
): Finding[] {
  return edgesOf(sections).flatMap(({ section, edge, videoId, ms, atMs: at }) => {
    const cut = crossing.find((candidate) => candidate.videoId === videoId && candidate.ms === ms);
    if (!cut) return [];
    const times = {
      startMs: Math.max(section.startMs, at - 1000),
      endMs: Math.min(section.endMs, at + 1000),
    };
    const { sectionId } = section;
    return { kind: 'clipped-word', severity: 'fault', word: cut.word, edge, ...times, sectionId } as const;
  });
}
