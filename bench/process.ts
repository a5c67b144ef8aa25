import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createUser } from '../tests/helpers/data/user.ts';
import { testMedia } from '../tests/helpers/media/test-media.ts';
import { client } from '../tests/helpers/processes/installation.ts';
import { removeFolder } from '../tests/helpers/services/private-services.ts';
import { openPrivateInstallation } from '../tests/soak/private-installation.ts';
import { childCpuMs, cpuMsOf, report, timed, type Bench } from './lib/figures.ts';
import { addVideo, findVideo } from './lib/library-videos.ts';

const run = promisify(execFile);
const FFMPEG = ['-nostdin', '-v', 'error'];
const TALK_SECONDS = 510;
const QUICK_SECONDS = 60;

/**
 * Makes a talk of this length, 1280x720 with 25 frames a second, from recorded speech and a recorded picture.
 */
async function makeTalk(path: string, seconds: number): Promise<void> {
  const input = ['-stream_loop', '-1', '-i', testMedia('media/talk.mp4'), '-t', String(seconds)];
  const shape = 'scale=1280:720:force_original_aspect_ratio=increase,crop=1280:720,setsar=1,fps=25';
  const encode = '-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -c:a aac -b:a 128k'.split(' ');
  await run('ffmpeg', [...FFMPEG, ...input, '-map', '0:v:0', '-map', '0:a:0', '-vf', shape, ...encode, path]);
}

/** The time from the request until the editor opens, by step, compared with one decode of the same file. */
export const bench: Bench = async ({ samples, quick }) => {
  const seconds = quick ? QUICK_SECONDS : TALK_SECONDS;
  const { home, library, postgres, redis, installation } = await openPrivateInstallation();
  try {
    await installation.startServer();
    const worker = await installation.startWorker();
    const user = await createUser(installation, { packs: [1000] });
    const call = client(installation, user.cookie);
    const path = join(home, 'talk.mp4');
    await makeTalk(path, seconds);
    const base = await readFile(path);
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
      previews.push(await timed(() => proxiesOf(projectId)));
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
    await installation.stop();
    await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
    removeFolder(home);
  }

  /** Resolves when a project's proxies have been made. */
  async function proxiesOf(projectId: string): Promise<void> {
    for (;;) {
      const active = await installation.db
        .selectFrom('runs')
        .select('id')
        .where('projectId', '=', projectId)
        .where('status', 'in', ['queued', 'running'])
        .execute();
      if (active.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
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
