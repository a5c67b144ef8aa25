import { useEffect, useRef, useState } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import type { Section } from '#contract/sections.ts';
import { useRunPolling } from '../../../hooks/runs/use-run-polling.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { refreshProject } from '../../../lib/api/queries.ts';
import { isActive, onRunEnd, readRun, useRuns } from '../../../lib/runs/runs.ts';
import { toast } from '../../../lib/toast.ts';
import { useEditor } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';

interface Recording {
  /** The run of the narration that is recorded now. */
  run: Run | null;
  /** Which one that is, from 1; all together, 0 while none is. */
  place: number;
  total: number;
  asking: boolean;
  record: () => Promise<void>;
}

/** Records the narrations of sections one after another, until one is cancelled or fails, or the player closes. */
export function useRecordAll(sections: Section[]): Recording {
  const editor = useEditor();
  const { language, gender, speaker } = useFilm();
  const [at, setAt] = useState<{ place: number; total: number; runId: string | null } | null>(null);
  const run = useRuns(({ runs }) => runs[at?.runId ?? ''] ?? null);
  const isOpen = useRef(true);
  useRunPolling(null, run);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const recordEach = async (): Promise<void> => {
    await editor.saver.saveAll();
    await editor.settled();
    for (const [index, { id }] of sections.entries()) {
      if (!isOpen.current) return;
      const told = { place: index + 1, total: sections.length };
      setAt({ ...told, runId: null });
      const body = { language, gender, speaker };
      const { runId } = await call(calls.listenToSection, { params: { id }, body });
      if (runId === null) continue;
      setAt({ ...told, runId });
      const ended = await endOf(runId);
      if (ended.status === 'failed') {
        toast({ title: 'Recording Failed', description: ended.message, variant: 'destructive' });
      }
      if (ended.status !== 'completed') return;
      void refreshProject(editor.state.projectId);
    }
  };
  const record = async (): Promise<void> => {
    await attempt(recordEach, {
      title: 'Recording Failed',
      fallback: 'A narration could not be recorded. Please try again.',
    });
    setAt(null);
    void refreshProject(editor.state.projectId);
  };
  return { run, place: at?.place ?? 0, total: at?.total ?? 0, asking: at !== null, record };
}

/** A run once it has ended. */
async function endOf(runId: string): Promise<Run> {
  await readRun(runId);
  const known = useRuns.getState().runs[runId];
  if (known && !isActive(known)) return known;
  return new Promise((resolve) => {
    const stop = onRunEnd((run) => {
      if (run.id !== runId) return;
      stop();
      resolve(run);
    });
  });
}
