import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import type { JobName } from '#contract/jobs/all.ts';
import type { Project } from '#contract/projects.ts';
import type { Video } from '#contract/videos.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { createUser } from '../../helpers/data/user.ts';
import { type Events, openEvents, type Stack, startStack } from '../../helpers/processes/stack.ts';
import { client, ended } from '../../helpers/processes/installation.ts';
import { processesNaming } from '../../helpers/processes/processes.ts';
import { PATIENT } from '../../helpers/patient.ts';
import '../../helpers/tier.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));

const VIDEO = { seconds: 8, width: 1280, height: 720 };
const SMALL = { seconds: 12, width: 640, height: 360 };
/** The jobs during which a worker is killed. */
const JOBS: JobName[] =
  inject('tier') === 'full' ? ['scan-media', 'hear-speech', 'render-section'] : ['render-section'];
const stack = await startStack({ LIBRARY_DIR: library });

/** Resolves while a step of this job is running and partly done. */
async function inTheMiddleOf(stack: Stack, events: Events, runId: string, job: JobName): Promise<void> {
  await events.until('run.progressed', async ({ run }) => {
    if (run.id !== runId) return false;
    const step = await stack.db
      .selectFrom('runSteps')
      .select('key')
      .where('runId', '=', runId)
      .where('job', '=', job)
      .where('state', '=', 'active')
      .where('percent', '>', 0)
      .executeTakeFirst();
    return step !== undefined;
  });
}

describe('a killed worker', () => {
  it.each(JOBS)(
    'leaves one film, one spent credit and no process if it was in the middle of %s',
    async (job) => {
      // A different file for each case, so that no artifact is reused.
      const name = `valley ${job}`;
      const shape = job === 'hear-speech' ? SMALL : VIDEO;
      const width = shape.width - 16 * job.length;
      await makeSpokenVideo(library, { name, ...shape, width, subtitles: job !== 'hear-speech' });
      const user = await createUser(stack, { packs: [2] });
      const call = client(stack, user.cookie);
      const events = await openEvents(stack, user.cookie);
      let worker = await stack.startWorker();

      async function killDuring(runId: string, target: JobName): Promise<void> {
        if (target !== job) return;
        await inTheMiddleOf(stack, events, runId, target);
        const folder = join(stack.dataDir, 'tmp', `${hostname()}-${worker.pid}`);
        await vi.waitUntil(() => processesNaming(folder).length > 0, { ...PATIENT, interval: 20 });
        // A second worker that was running all along, or the first one restarted.
        const second = target === 'render-section' ? await stack.startWorker() : undefined;
        worker.kill('SIGKILL');
        await ended(worker);
        await vi.waitFor(() => expect(processesNaming(folder)).toEqual([]), PATIENT);
        worker = second ?? (await stack.startWorker());
      }
      const completed = (runId: string) =>
        Promise.race([
          events.until('run.completed', ({ run }) => run.id === runId),
          events
            .until('run.failed', ({ run }) => run.id === runId)
            .then(({ run }) => {
              throw new Error(run.message);
            }),
        ]);

      const videos = await call<Video[]>('GET', `/api/videos/search?query=${encodeURIComponent(name)}`);
      const video = videos.find((candidate) => candidate.title.toLowerCase() === name.replace('-', ' '))!;
      const { projectId, runId } = await call<{ projectId: string; runId: string }>(
        'POST',
        '/api/projects/process',
        {
          videoIds: [video.id],
          projectTitle: name,
        },
      );
      const processed = completed(runId);
      await killDuring(runId, 'scan-media');
      await killDuring(runId, 'hear-speech');
      await processed;

      const generated = await call<{ runId: string }>('POST', `/api/projects/${projectId}/generate`, {
        // Long enough for a kill while it runs.
        quality: job === 'render-section' ? '1080p' : '720p',
      });
      const filmed = completed(generated.runId);
      await killDuring(generated.runId, 'render-section');
      await filmed;

      const project = await call<Project>('GET', `/api/projects/${projectId}`);
      expect(project.films).toHaveLength(1);
      expect(project.sections.length).toBeGreaterThan(0);
      await checkInstallation(stack, user.id, { spent: 1, left: 1 });
      worker.kill('SIGTERM');
      await ended(worker);
      expect(worker.exitCode).toBe(0);
      expect(processesNaming(stack.dataDir)).toEqual([]);
    },
  );
});
