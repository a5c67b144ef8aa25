import type { Run } from '#contract/runs.ts';
import type { RunKind } from '#contract/run-kinds.ts';
import type { Section } from '#contract/sections.ts';
import { isActive, useRuns } from '../../../../lib/runs/runs.ts';
import { useEditorState } from '../editor-context.ts';

/**
 * The average progress of runs, in whole percent, by the newest snapshot of each; `null` if all have ended.
 */
export function percentOf(preparations: Run[], known: Record<string, Run>): number | null {
  const active = preparations.map((run) => known[run.id] ?? run).filter(isActive);
  if (active.length === 0) return null;
  return Math.round(active.reduce((sum, run) => sum + run.percentage, 0) / active.length);
}

/** The progress of preparing a section's own media, in percent; `null` if nothing is being prepared. */
export const usePreparingOf = (section: Section): number | null =>
  useProgress('preparation', section.media !== 'none' && section.preview === null);

/** The progress of making the previews of a project's videos, in percent; `null` if none are being made. */
export const usePreviewing = (waits: boolean): number | null => useProgress('previewing', waits);

function useProgress(kind: RunKind, waits: boolean): number | null {
  const preparations = useEditorState((state) => state.preparations);
  return useRuns(({ runs }) =>
    waits
      ? percentOf(
          preparations.filter((run) => run.kind === kind),
          runs,
        )
      : null,
  );
}
