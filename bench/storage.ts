import { randomUUID } from 'node:crypto';
import type { Project } from '#contract/projects.ts';
import { type Bench, cpuMsOf, report } from './lib/figures.ts';
import { addVideo, findVideo } from './lib/library-videos.ts';
import { watchMemory } from './lib/memory.ts';
import { runsEnd } from './lib/runs-end.ts';
import { openTalk } from './lib/talk.ts';

const MB = 1e6;

/** What a video and its film need: processor time and disk per minute, and the memory of a worker. */
export const bench: Bench = async ({ samples, quick }) => {
  const { seconds, library, installation, worker, call, base, close } = await openTalk(quick);
  try {
    const minutes = seconds / 60;
    const figures: Record<'sectionsCpu' | 'filmCpu' | 'memory' | 'filmMinutes', number[]> = {
      sectionsCpu: [],
      filmCpu: [],
      memory: [],
      filmMinutes: [],
    };
    const stored: Record<string, number[]> = {};
    for (let sample = 0; sample < samples; sample += 1) {
      const memory = watchMemory(worker.pid!);
      const before = await bytesByJob();
      const title = `talk ${randomUUID().slice(0, 8)}`;
      await addVideo(library, title, base);
      const videoId = await findVideo(call, title);
      const cpu = cpuMsOf(worker.pid!);
      const { projectId } = await call<{ projectId: string }>('POST', '/api/projects/process', {
        videoIds: [videoId],
        projectTitle: 'Talk',
      });
      await runsEnd(installation.db, projectId);
      const processed = cpuMsOf(worker.pid!);
      await call('POST', `/api/projects/${projectId}/generate`, {});
      await runsEnd(installation.db, projectId);
      const { sections } = await call<Project>('GET', `/api/projects/${projectId}`);
      const filmMinutes = sections.reduce((sum, { effectiveDuration }) => sum + effectiveDuration, 0) / 60;
      figures.sectionsCpu.push((processed - cpu) / 1000 / minutes);
      figures.filmCpu.push((cpuMsOf(worker.pid!) - processed) / 1000 / filmMinutes);
      figures.filmMinutes.push(filmMinutes);
      figures.memory.push(memory.stop() / MB);
      for (const [job, bytes] of await bytesByJob()) {
        const added = (bytes - (before.get(job) ?? 0)) / MB;
        if (added > 0.05) (stored[job] ??= []).push(added);
      }
    }
    const note = `a talk of ${seconds} s, 1280x720, ${(base.length / MB).toFixed(1)} MB; its film is 1920x1080`;
    const goal = 'for comparison';
    const show = (name: string, values: number[], unit: string) =>
      report({ bench: `storage.${name}`, values, unit, goal, note });
    show('sections-cpu', figures.sectionsCpu, 's of CPU time for a minute of video');
    show('film-cpu', figures.filmCpu, 's of CPU time for a minute of film');
    show('film-minutes', figures.filmMinutes, 'minutes of film');
    show('worker-memory', figures.memory, 'MB, with its children');
    for (const [job, values] of Object.entries(stored)) show(`stored.${job}`, values, 'MB');
  } finally {
    await close();
  }

  /** Returns how many bytes the artifacts of each job have. */
  async function bytesByJob(): Promise<Map<string, number>> {
    const rows = await installation.db
      .selectFrom('artifacts')
      .select(({ fn }) => ['job', fn.sum('bytes').as('bytes')])
      .groupBy('job')
      .execute();
    return new Map(rows.map(({ job, bytes }) => [job, Number(bytes)]));
  }
};
