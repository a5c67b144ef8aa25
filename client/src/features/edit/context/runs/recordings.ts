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

/** The progress of recording narrations one after another. */
interface Recording {
  /** The current narration, counted from 1, and the number of narrations. */
  place: number;
  total: number;
  /** The run that records the narration; `null` until the run begins. */
  runId: string | null;
}

/** The narrations that are being recorded, by project. Recording continues on other screens. */
export const useRecordings = create<Record<string, Recording | undefined>>(() => ({}));

/** Records the narrations of sections one after another, until one is cancelled or fails. */
export async function recordAll(
  editor: Editor,
  sections: readonly Section[],
  voice: Sent<typeof calls.listenToSection>['body'],
): Promise<void> {
  const { projectId } = editor.state;
  if (useRecordings.getState()[projectId]) return;
  const update = (recording: Recording | undefined): void =>
    useRecordings.setState({ [projectId]: recording });
  const total = sections.length;
  const recordEach = async (): Promise<void> => {
    await editor.saver.saveAll();
    await editor.settled();
    for (const [index, { id }] of sections.entries()) {
      update({ place: index + 1, total, runId: null });
      const { runId } = await call(calls.listenToSection, { params: { id }, body: voice });
      if (runId === null) continue;
      update({ place: index + 1, total, runId });
      const ended = await endOf(runId);
      if (ended.status === 'failed') {
        toast({ title: 'Recording Failed', description: ended.message, variant: 'destructive' });
      }
      if (ended.status !== 'completed') return;
      void refreshProject(projectId);
    }
  };
  update({ place: 1, total, runId: null });
  await attempt(recordEach, {
    title: 'Recording Failed',
    fallback: 'Could not record a narration. Please try again.',
  });
  update(undefined);
  void refreshProject(projectId);
}

/** Resolves with a run when it has ended. */
async function endOf(runId: string): Promise<Run> {
  await readRun(runId);
  const run = useRuns.getState().runs[runId];
  if (run && !isActive(run)) return run;
  return new Promise((resolve) => {
    const stop = onRunEnd((run) => {
      if (run.id !== runId) return;
      stop();
      resolve(run);
    });
  });
}
