import type { Run } from '#contract/runs.ts';
import type { Section } from '#contract/sections.ts';
import { isActive, useRuns } from '../../../lib/runs/runs.ts';
import { useEditorState } from './editor-context.ts';

/** The average progress of runs, in whole percent, by the newest snapshot of each; null when all have ended. */
export function percentOf(preparations: Run[], known: Record<string, Run>): number | null {
  const active = preparations.map((run) => known[run.id] ?? run).filter(isActive);
  if (active.length === 0) return null;
  return Math.round(active.reduce((sum, run) => sum + run.percentage, 0) / active.length);
}

/** The progress of preparing a section's own media, in percent; null when there is nothing to wait for. */
export function usePreparingOf(section: Section): number | null {
  const waits = section.media !== 'none' && section.preview === null;
  const preparations = useEditorState((state) => state.preparations);
  return useRuns(({ runs }) => (waits ? percentOf(preparations, runs) : null));
}
