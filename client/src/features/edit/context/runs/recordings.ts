import { create } from 'zustand';
import type { Sent } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import type { Section } from '#contract/sections.ts';
import { call } from '../../../../lib/api/api.ts';
import { attempt } from '../../../../lib/api/attempt.ts';
import { refreshProject } from '../../../../lib/api/queries.ts';
import { isActive, onRunEnd, readRun, useRuns } from '../../../../lib/runs/runs.ts';
import { toast } from '../../../../lib/toast.ts';
import type { Editor } from '../../store/editor.ts';

/** Narrations that are recorded one after another. */
interface Recording {
  /** Which one is recorded now, from 1, and how many there are. */
  place: number;
  total: number;
  /** The run that records the narration; `null` until the run begins. */
  runId: string | null;
}

/** The narrations that are being recorded, by project. They continue whatever the page shows. */
export const useRecordings = create<Record<string, Recording | undefined>>(() => ({}));

/** Records the narrations of sections one after another, until one is cancelled or fails. */
export async function recordAll(
  editor: Editor,
  sections: readonly Section[],
  voice: Sent<typeof calls.listenToSection>['body'],
): Promise<void> {
  const { projectId } = editor.state;
  if (useRecordings.getState()[projectId]) return;
  const tell = (recording: Recording | undefined): void => useRecordings.setState({ [projectId]: recording });
  const total = sections.length;
  const recordEach = async (): Promise<void> => {
    await editor.saver.saveAll();
    await editor.settled();
    for (const [index, { id }] of sections.entries()) {
      tell({ place: index + 1, total, runId: null });
      const { runId } = await call(calls.listenToSection, { params: { id }, body: voice });
      if (runId === null) continue;
      tell({ place: index + 1, total, runId });
      const ended = await endOf(runId);
      if (ended.status === 'failed') {
        toast({ title: 'Recording Failed', description: ended.message, variant: 'destructive' });
      }
      if (ended.status !== 'completed') return;
      void refreshProject(projectId);
    }
  };
  tell({ place: 1, total, runId: null });
  await attempt(recordEach, {
    title: 'Recording Failed',
    fallback: 'A narration could not be recorded. Please try again.',
  });
  tell(undefined);
  void refreshProject(projectId);
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
