import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import type { Comparison } from '#contract/comparison.ts';
import type { Run } from '#contract/runs.ts';
import type { RunKind } from '#contract/run-kinds.ts';
import { reading } from '../../../lib/api/queries.ts';
import { isActive, useRuns } from '../../../lib/runs/runs.ts';
import { knownWords, wordsQuery } from '../store/words.ts';
import { useEditorState } from './editor-context.ts';

interface Words {
  /** `null` until loaded. */
  words: SectionWords | null;
  error: Error | null;
  retry: () => void;
}

const NONE = { id: '', wordsKey: null, startTime: 0, endTime: 0 };

/**
 * Returns a saved section's words, which a project does not include. Until they load, returns those of its
 * last range.
 */
export function useWords(sectionId: string | null): Words {
  const saved = useEditorState((state) => state.saved[sectionId ?? '']) ?? NONE;
  const { data, error, refetch } = useQuery({ ...wordsQuery(saved), enabled: saved.wordsKey !== null });
  return { words: data ?? knownWords(saved), error, retry: () => void refetch() };
}

/** Returns the comparison of sections with one another and with the title; `undefined` until it is loaded. */
export function useComparison(): Comparison | undefined {
  const id = useEditorState((state) => state.projectId);
  return useQuery(reading(calls.compareSections, { params: { id } })).data;
}

/**
 * The average progress of runs, in whole percent, by the newest snapshot of each; `null` if all have ended.
 */
export function percentOf(preparations: Run[], runs: Record<string, Run>): number | null {
  const active = preparations.map((run) => runs[run.id] ?? run).filter(isActive);
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
