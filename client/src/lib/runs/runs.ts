import { create } from 'zustand';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import type { RunKind } from '#contract/run-kinds.ts';
import { stepsDone } from '#text/messages/run-words.ts';
import { call } from '../api/api.ts';
import { plural } from '../format.ts';
import { isForgotten, rememberForgotten } from './forgotten-runs.ts';

/** All runs known to this page, by ID: pushed, polled or loaded with their projects. */
export const useRuns = create<{ runs: Record<string, Run> }>(() => ({ runs: {} }));

export const isActive = (run: Run | null | undefined): run is Run =>
  run?.status === 'queued' || run?.status === 'running';

/** Returns the text of a run's stage. The stage of an ended run is its status, such as "completed". */
export function stageText({ status, stage }: Run): string {
  if (stage === status) return status[0]!.toUpperCase() + status.slice(1);
  return stage || 'Waiting';
}

/**
 * Describes how many of a run's steps are done. Before the run starts, gives the reason for waiting, if
 * known.
 */
export function stepsText({ status, message, steps: { done, total } }: Run): string | null {
  if (status === 'queued' && message) return message;
  return total > 0 ? `${done} of ${total} ${plural(total, 'step')}` : null;
}

/**
 * Returns a run's current message, which changes every second. Returns `null` if only its steps are known.
 */
export function detailText({ status, message, steps }: Run): string | null {
  return status === 'running' && message !== '' && message !== stepsDone(steps) ? message : null;
}

/** Calls the listener when a run that was active on this page has ended. */
type EndListener = (run: Run) => void;
const endListeners = new Set<EndListener>();

export function onRunEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Stores a snapshot. An older `version` never replaces a newer one. `pushed` marks the event of a run's end,
 * which is reported even if its start was not seen here.
 */
export function storeRun(run: Run, pushed = false): void {
  if (isForgotten(run.id)) return;
  const current = useRuns.getState().runs[run.id];
  if (current && current.version >= run.version) return;
  useRuns.setState((state) => ({ runs: { ...state.runs, [run.id]: run } }));
  const ended = !isActive(run) && (current ? isActive(current) : pushed);
  if (ended) for (const listener of endListeners) listener(run);
}

/** Polls a run's state, since no other query of the page covers a run without a project. */
export async function readRun(runId: string): Promise<void> {
  storeRun(await call(calls.readRun, { params: { id: runId } }));
}

/** Removes an ended run from the display. */
export function forgetRun(runId: string): void {
  rememberForgotten(runId);
  useRuns.setState(({ runs }) => ({
    runs: Object.fromEntries(Object.entries(runs).filter(([id]) => id !== runId)),
  }));
}

/** Stores a figure of a polling call. It has no version, so it only moves a run forward. */
export function storePolled(
  runId: string,
  polled: { percentage: number; stage: string; message: string },
): void {
  const current = useRuns.getState().runs[runId];
  if (!isActive(current) || polled.percentage < current.percentage) return;
  const { percentage, stage, message } = polled;
  useRuns.setState((state) => ({
    runs: { ...state.runs, [runId]: { ...current, percentage, stage, message } },
  }));
}

function newest(runs: Record<string, Run>, projectId: string, kind: RunKind): Run | null {
  let newest: Run | null = null;
  for (const run of Object.values(runs)) {
    if (run.projectId !== projectId || run.kind !== kind) continue;
    if (!newest || run.createdAt > newest.createdAt) newest = run;
  }
  return newest;
}

/** Returns a project's newest run of a kind, live. */
export function useNewestRun(projectId: string | null, kind: RunKind): Run | null {
  return useRuns((state) => (projectId ? newest(state.runs, projectId, kind) : null));
}

export function newestRun(projectId: string, kind: RunKind): Run | null {
  return newest(useRuns.getState().runs, projectId, kind);
}
