import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { publishVideo } from '#contract/jobs/publishing.ts';
import type { Run } from '#contract/runs.ts';
import type { Backend } from '#core/backend.ts';
import { X264_ONLY } from '../../../worker/encoders/machine-encoder.ts';
import { createStepRunner } from '../../../worker/run-step.ts';
import { addFilm } from './film.ts';
import { createProject } from './project.ts';

/** Runs a user's publishing step by step. The channel is already connected. */
export function openPublishing(backend: Backend, app: FastifyInstance, user: { id: string; cookie: string }) {
  const runner = createStepRunner(backend, () => ({}) as never, X264_ONLY);
  const headers = { cookie: user.cookie };
  return {
    runOf: async (runId: string): Promise<Run> =>
      (await app.inject({ url: `/api/runs/${runId}`, headers })).json(),

    /**
     * Makes one attempt at a run's step like a worker. Returns the ms until the next attempt; `null` if there
     * is no further attempt.
     */
    async tryStep(runId: string, step: string = publishVideo.name): Promise<number | null> {
      let delayMs: number | null = null;
      const job = {
        data: { runId, step },
        updateProgress: async () => {},
        moveToDelayed: async (until: number) => {
          delayMs = until - Date.now();
        },
      };
      await runner.process(job as never, '').catch((error: Error) => {
        if (error.name !== 'DelayedError') throw error;
      });
      return delayMs;
    },

    /** Handles a cancelled run like a worker. */
    abortRun: (runId: string) => runner.abortRun(runId),

    /** Starts publishing a film of this many bytes. */
    async publishFilm(bytes: number, changes: object = {}) {
      const { projectId, sections } = await createProject(backend, user.id);
      const film = randomBytes(bytes);
      const fit = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };
      const parts = sections.map(({ id }, index) => ({
        sectionId: id,
        title: `Part ${index + 1}`,
        startMs: index * 70_000,
        effectiveMs: 70_000,
        fit,
      }));
      await addFilm(backend, { userId: user.id, projectId, bytes: film, sections: parts });
      const publish = (body: object = changes, key?: string) =>
        app.inject({
          method: 'POST',
          url: `/api/projects/${projectId}/publish`,
          headers: { ...headers, ...(key && { 'idempotency-key': key }) },
          payload: body,
        });
      const answer = await publish();
      expect([answer.body, answer.statusCode]).toEqual([answer.body, 200]);
      return { projectId, film, publish, runId: answer.json().id as string };
    },
  };
}
