import { useEffect } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import {
  COMPLETION_FIRST_MS,
  COMPLETION_POLL_MS,
  GENERATION_POLL_MS,
  POLL_SILENCE_MS,
  PROCESSING_POLL_MS,
} from '../../config/constants.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { useTransport } from '../../lib/runs/realtime.ts';
import { isActive, readRun, storePolled, storeRun } from '../../lib/runs/runs.ts';

/** Polls without overlapping requests. */
function repeat(everyMs: number, firstMs: number, ask: () => Promise<void>): () => void {
  let timer = setTimeout(turn, firstMs);
  let stopped = false;
  async function turn(): Promise<void> {
    await ask();
    if (!stopped) timer = setTimeout(turn, everyMs);
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/**
 * Polls a run's state while nothing is pushed, at the rates of product.md 9.13 to 9.15, and updates the run
 * store. `onLost` is called when a poll is refused, or after 30 s without any response.
 */
export function useRunPolling(
  projectId: string | null,
  run: Run | null,
  onLost?: (reason: string) => void,
): void {
  const live = useTransport((state) => state.live);
  const runId = run?.id ?? null;
  const kind = run?.kind;
  const polling = !live && isActive(run);

  useEffect(() => {
    if (!polling || runId === null) return;
    let lastAnswer = Date.now();
    const guarded = (ask: () => Promise<void>) => async () => {
      try {
        await ask();
        lastAnswer = Date.now();
      } catch (error) {
        const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
        if (refused) onLost?.(error.userMessage);
        else if (Date.now() - lastAnswer > POLL_SILENCE_MS) onLost?.('The server is not responding');
      }
    };
    const completion = async (): Promise<void> => {
      if (projectId === null) return readRun(runId);
      const project = await call(calls.readProject, { params: { id: projectId } });
      const current =
        kind &&
        kind !== 'preparation' &&
        kind !== 'listening' &&
        kind !== 'checking' &&
        kind !== 'previewing' &&
        kind !== 'framing'
          ? project[kind]
          : null;
      if (!current) return;
      storeRun(current);
    };
    const figures = async (): Promise<void> => {
      if (projectId === null) return;
      const figuresOf = kind === 'generation' ? calls.readGenerationStatus : calls.readProgress;
      const polled = await call(figuresOf, { params: { id: projectId } });
      // Such a stage is the end (product.md 4.15). The project contains the reason.
      if (polled.stage === 'failed' || polled.stage === 'error') await completion();
      else storePolled(runId, polled);
    };
    const stops =
      kind === 'publishing' || kind === 'translation' || kind === 'hearing'
        ? [repeat(GENERATION_POLL_MS, GENERATION_POLL_MS, guarded(completion))]
        : kind === 'generation'
          ? [
              repeat(
                GENERATION_POLL_MS,
                GENERATION_POLL_MS,
                guarded(async () => {
                  await figures();
                  await completion();
                }),
              ),
            ]
          : [
              repeat(PROCESSING_POLL_MS, PROCESSING_POLL_MS, guarded(figures)),
              repeat(COMPLETION_POLL_MS, COMPLETION_FIRST_MS, guarded(completion)),
            ];
    return () => stops.forEach((stop) => stop());
  }, [polling, projectId, runId, kind, onLost]);
}
