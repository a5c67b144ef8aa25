import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { io } from 'socket.io-client';
import type { DataExport } from '#contract/export.ts';
import type { Video } from '#contract/videos.ts';
import { startFileSite } from '../tests/helpers/outside/file-site.ts';
import { client } from '../tests/helpers/processes/installation.ts';
import { removeFolder } from '../tests/helpers/services/private-services.ts';
import { createUser } from '../tests/helpers/data/user.ts';
import { openPrivateInstallation } from '../tests/helpers/installations/private-installation.ts';
import { report, type Bench } from './lib/figures.ts';
import { addVideo, type Call, findVideo, LISTED_MS } from './lib/library-videos.ts';

const run = promisify(execFile);
/**
 * The longest time that an uninvolved user may wait beside someone else's load, as a multiple of the wait
 * without it.
 */
const GOAL = '<=2';
const LONG_SECONDS = 600;
const PROJECTS = 500;
/** How long an attack runs before the first sample, in ms. */
const LEAD_MS = 5_000;
/** An uninvolved user's wait beyond this length counts as this long, in ms. */
const LATE_MS = 120_000;
const ENDED = ['completed', 'failed', 'cancelled'];

interface Attacker {
  call: Call;
  cookie: string;
  url: string;
  /** Aborted at the end of the attack. */
  signal: AbortSignal;
}

async function makeVideo(folder: string, seconds: number): Promise<Buffer> {
  const path = join(folder, `.${seconds}.mp4`);
  const inputs = [`testsrc2=s=640x360:r=25:d=${seconds}`, `sine=f=330:r=48000:d=${seconds}`];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await run('ffmpeg', [
    '-v',
    'error',
    ...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]),
    ...encode,
    path,
  ]);
  return readFile(path);
}

const SUBTITLES = '1\n00:00:00,100 --> 00:00:00,900\nThe river begins here.\n';

const begin = (call: Call, videoIds: string[], links?: { id: string; url: string }[]) =>
  call<{ runId: string; projectId: string }>('POST', '/api/projects/process', {
    videoIds,
    projectTitle: 'Fair',
    ...(links && { links }),
  });

/** Repeats this many concurrent requests, whatever the response is, until the attack ends. */
function flood(signal: AbortSignal, atOnce: number, ask: () => Promise<unknown>): void {
  for (let i = 0; i < atOnce; i += 1) {
    void (async () => {
      while (!signal.aborted) await ask().catch(() => sleep(100));
    })();
  }
}

/**
 * How long an uninvolved user's one-second video takes while one account overloads the installation, compared
 * with an idle machine. Several workers share the load as on several machines.
 */
export const bench: Bench = async ({ samples, quick, workers }) => {
  const times = quick ? 1 : samples;
  const site = await startFileSite({});
  const { home, library, postgres, redis, installation } = await openPrivateInstallation({
    // By frequency.
    LIMITS_FACTOR: '1',
    RUNS_PER_USER: '5',
    JOB_LOCK_MS: '60000',
    JOB_STALLED_INTERVAL_MS: '15000',
    RECONCILE_INTERVAL_MS: '30000',
    LINK_HOSTS: site.host,
  });
  const { url, db } = installation;
  await installation.startServer();
  await Promise.all(Array.from({ length: workers }, () => installation.startWorker()));
  const short = await makeVideo(library, 1);
  const long = await makeVideo(library, quick ? 60 : LONG_SECONDS);

  const attacks: Record<string, (attacker: Attacker) => Promise<void>> = {
    async fetching({ call }) {
      for (let i = 0; i < 8; i += 1) {
        const links = Array.from({ length: 6 }, () => {
          const path = `/${randomUUID()}.mp4`;
          site.files[path] = { content: short, fault: 'drip' };
          return { id: `manual_${randomUUID()}_1`, url: site.url + path };
        });
        await begin(
          call,
          links.map(({ id }) => id),
          links,
        );
      }
    },
    async scanning({ call }) {
      const names = Array.from({ length: 8 }, (_, i) => `long ${i} ${randomUUID().slice(0, 8)}`);
      for (const name of names) await addVideo(library, name, long, SUBTITLES);
      await sleep(LISTED_MS);
      for (const name of names) await begin(call, [await findVideo(call, name)]);
    },
    async thumbnails({ call, cookie, signal }) {
      const videos = await call<Video[]>('GET', '/api/videos/search?query=stranger');
      let next = 0;
      flood(signal, 8, async () => {
        const video = videos[(next += 1) % videos.length]!;
        const answer = await fetch(url + video.thumbnail, { headers: { cookie }, signal });
        await answer.arrayBuffer();
        if (!answer.ok) await sleep(100);
      });
    },
    async imports({ call, signal }) {
      const { runId } = await begin(call, [await findVideo(call, 'attacker')]);
      await over(runId);
      const file = await call<DataExport>('GET', '/api/user/export');
      flood(signal, 1, async () => {
        const projects = Array.from({ length: PROJECTS }, () => ({
          ...file.projects[0]!,
          title: randomUUID(),
        }));
        await call('POST', '/api/user/import', { ...file, projects });
      });
      await sleep(LEAD_MS);
    },
    async sockets({ cookie, signal }) {
      flood(
        signal,
        40,
        () =>
          new Promise<void>((resolve) => {
            const socket = io(url, {
              transports: ['websocket'],
              extraHeaders: { cookie },
              forceNew: true,
              reconnection: false,
            });
            const done = () => {
              socket.disconnect();
              resolve();
            };
            socket.once('snapshot', done).once('connect_error', () => setTimeout(done, 100));
          }),
      );
    },
    async uploads({ call, signal }) {
      const body = Buffer.alloc(50 * 2 ** 20, 7);
      const { runId, projectId } = await begin(call, [await findVideo(call, 'attacker')]);
      await over(runId);
      const file = { projectId, fileName: 'a.mp4' };
      flood(signal, 2, async () => {
        const { uploadURL } = await call<{ uploadURL: string }>('POST', '/api/objects/upload', file);
        const to = new URL(uploadURL, url);
        const { status } = await fetch(to, {
          method: 'PUT',
          body,
          headers: { 'content-type': 'video/mp4' },
          signal,
        });
        if (status >= 400) await sleep(100);
      });
    },
  };

  /** Resolves with how a run ended, or `undefined` if it has not ended within this time, in ms. */
  async function over(runId: string, withinMs = Infinity): Promise<string | undefined> {
    for (const from = performance.now(); performance.now() - from < withinMs;) {
      const run = db.selectFrom('runs').select('status').where('id', '=', runId);
      const { status } = await run.executeTakeFirstOrThrow();
      if (ENDED.includes(status)) return status;
      await sleep(10);
    }
    return undefined;
  }

  const stranger = await createUser(installation, { packs: [1000] });
  const call = client(installation, stranger.cookie);
  const names = Array.from(
    { length: (Object.keys(attacks).length + 1) * times + 1 },
    (_, i) => `stranger ${i}x`,
  );
  for (const name of [...names, 'attacker']) await addVideo(library, name, short, SUBTITLES);
  await sleep(LISTED_MS);
  const ids: string[] = [];
  for (const name of names) ids.push(await findVideo(call, name));
  /** Time from the request to the end, in ms. */
  async function sample(): Promise<number> {
    const id = ids.pop()!;
    const from = performance.now();
    const { runId } = await begin(call, [id]);
    const status = await over(runId, LATE_MS);
    if (status === undefined) await call('POST', `/api/runs/${runId}/cancel`);
    else if (status !== 'completed') throw new Error(`The uninvolved user's run ended as ${status}.`);
    return performance.now() - from;
  }
  async function sampleAll(): Promise<number[]> {
    const durations: number[] = [];
    for (let i = 0; i < times; i += 1) durations.push(await sample());
    return durations;
  }

  try {
    // The first sample is a warm-up.
    await sample();
    const baseline = await sampleAll();
    report({
      bench: 'fair.alone',
      values: baseline,
      unit: 'ms',
      goal: 'as short as may be',
      note: `${workers} workers`,
    });
    const idle = baseline.toSorted((a, b) => a - b)[Math.floor(baseline.length / 2)]!;
    for (const [name, attack] of Object.entries(attacks)) {
      const user = await createUser(installation, { packs: [1000] });
      const end = new AbortController();
      const attacker = {
        call: client(installation, user.cookie),
        cookie: user.cookie,
        url,
        signal: end.signal,
      };
      await attack(attacker);
      await sleep(LEAD_MS);
      const values = await sampleAll();
      end.abort();
      const ratios = values.map((value) => value / idle);
      const note = `${Math.round(Math.max(...values))} ms at most`;
      report({ bench: `fair.${name}`, values: ratios, unit: 'ratio', goal: GOAL, note });
      const active = db.selectFrom('runs').select('id').where('userId', '=', user.id);
      for (const { id } of await active.where('status', 'in', ['queued', 'running']).execute()) {
        await db
          .updateTable('runs')
          .set({ status: 'cancelled', finishedAt: new Date() })
          .where('id', '=', id)
          .execute();
      }
      await sleep(LEAD_MS);
    }
  } finally {
    await installation.stop();
    await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop(), site.close()]);
    removeFolder(home);
  }
};
