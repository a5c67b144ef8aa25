import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { childCpuMs, cpuMsOf, report, timed, type Bench } from './lib/figures.ts';
import { addVideo, findVideo } from './lib/library-videos.ts';
import { runsEnd } from './lib/runs-end.ts';
import { openTalk } from './lib/talk.ts';

const run = promisify(execFile);
const FFMPEG = ['-nostdin', '-v', 'error'];

/** The time from the request until the editor opens, by step, compared with one decode of the same file. */
export const bench: Bench = async ({ samples, quick }) => {
  const { seconds, library, installation, worker, call, path, base, close } = await openTalk(quick);
  try {
    const decodes: number[] = [];
    const editor: number[] = [];
    const cpu: number[] = [];
    const cpuRatios: number[] = [];
    const previews: number[] = [];
    const steps: Record<string, number[]> = {};
    for (let i = 0; i < samples; i += 1) {
      const beforeDecode = childCpuMs();
      decodes.push(await timed(() => run('ffmpeg', [...FFMPEG, '-i', path, '-f', 'null', '-'])));
      const decodeCpu = childCpuMs() - beforeDecode;
      const title = `talk ${randomUUID().slice(0, 8)}`;
      await addVideo(library, title, base);
      const videoId = await findVideo(call, title);
      const before = cpuMsOf(worker.pid!);
      const { runId, projectId } = await call<{ runId: string; projectId: string }>(
        'POST',
        '/api/projects/process',
        {
          videoIds: [videoId],
          projectTitle: 'Talk',
        },
      );
      const durations = await timesOf(runId);
      cpu.push(cpuMsOf(worker.pid!) - before);
      cpuRatios.push(cpu.at(-1)! / decodeCpu);
      previews.push(await timed(() => runsEnd(installation.db, projectId)));
      editor.push(durations.totalMs);
      for (const { job, ms } of durations.steps) (steps[job] ??= []).push(ms);
    }
    const note = `a talk of ${seconds} s, 1280x720, by the basic recogniser`;
    report({ bench: 'process.decode', values: decodes, unit: 'ms', goal: 'for comparison', note });
    const ratios = editor.map((ms, i) => ms / decodes[i]!);
    report({ bench: 'process.editor', values: ratios, unit: 'decodes', goal: '<=4.6', note });
    report({
      bench: 'process.editor-cpu',
      values: cpuRatios,
      unit: 'decodes of CPU time',
      goal: 'for comparison',
      note,
    });
    report({
      bench: 'process.editor-cpu-ms',
      values: cpu,
      unit: 'ms of CPU time',
      goal: 'for comparison',
      note,
    });
    report({
      bench: 'process.previews-ms',
      values: previews,
      unit: 'ms after the editor',
      goal: 'for comparison',
    });
    report({ bench: 'process.editor-ms', values: editor, unit: 'ms', goal: '<=60000 for 510 s', note });
    for (const [job, values] of Object.entries(steps)) {
      report({ bench: `process.${job}`, values, unit: 'ms', goal: 'for comparison' });
    }
  } finally {
    await close();
  }

  /** Waits for a run and returns how long it took, in total and by step, in ms. */
  async function timesOf(runId: string) {
    const { db } = installation;
    for (;;) {
      const row = await db
        .selectFrom('runs')
        .select(['status', 'message', 'createdAt', 'finishedAt'])
        .where('id', '=', runId)
        .executeTakeFirstOrThrow();
      if (row.status === 'completed') {
        const rows = await db
          .selectFrom('runSteps')
          .select(['job', 'startedAt', 'finishedAt'])
          .where('runId', '=', runId)
          .orderBy('startedAt')
          .execute();
        return {
          totalMs: row.finishedAt!.getTime() - row.createdAt.getTime(),
          steps: rows.map((step) => ({
            job: step.job,
            ms: step.finishedAt!.getTime() - step.startedAt!.getTime(),
          })),
        };
      }
      if (row.finishedAt) throw new Error(`The run ended as ${row.status}: ${row.message}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
};
