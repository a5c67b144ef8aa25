import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findFaults, waitForRuns } from '../helpers/processes/find-faults.ts';
import { freePort } from '../helpers/processes/installation.ts';
import {
  removeFolder,
  startPrivatePostgres,
  startPrivateRedis,
} from '../helpers/services/private-services.ts';
import { processesNaming } from '../helpers/processes/processes.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { createUser } from '../helpers/data/user.ts';
import { keepNodes } from './nodes.ts';
import { openPrivateInstallation } from '../helpers/installations/private-installation.ts';
import { LOST_AFTER_MS, makeFilms, type Traffic } from './traffic.ts';

export const KINDS = ['worker', 'api', 'redis', 'postgres'] as const;
export type Kind = (typeof KINDS)[number];

const USERS = 4;
/** Longer than a job's lock, in ms. */
const STOPPED_MS = 3_000;
const PAUSE_MS = 2_500;

/**
 * Makes small films continuously while it kills, stops and empties the services that they need. Prints one
 * JSON line of figures. Ctrl-C ends it early, with the figures so far.
 * @returns `false` if anything was lost, duplicated, charged wrongly or left over
 */
export async function soakFaults({
  cycles,
  kinds,
  stops,
  flushes,
  seed,
}: {
  /** How often a process is killed by kill -9. */
  cycles: number;
  kinds: readonly Kind[];
  /** How often a worker is stopped for longer than its lock. */
  stops: number;
  /** How often Redis is emptied. */
  flushes: number;
  seed: number;
}): Promise<boolean> {
  const from = Date.now();
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const opened = await openPrivateInstallation({ LIMITS_FACTOR: '100', RUNS_PER_USER: '1000' });
  const { home, dataDir, library, installation } = opened;
  let { postgres, redis } = opened;
  const { url } = installation;
  const second = await freePort();
  const servers = await keepNodes(2, (index) =>
    installation.startServer(index === 0 ? {} : { PORT: String(second) }),
  );
  const workers = await keepNodes(2, () => installation.startWorker());
  const control = new Redis(redis.url);
  control.on('error', () => {});

  const acts = {
    worker: async () => workers.kill(pick(await workers.ready())),
    api: async () => servers.kill(pick(await servers.ready())),
    async redis() {
      process.kill(redis.pid, 'SIGKILL');
      await redis.exited;
      redis = await startPrivateRedis(home, redis.port);
    },
    async postgres() {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.exited;
      postgres = await startPrivatePostgres(home, postgres.port);
    },
    async stop() {
      const worker = pick(await workers.ready());
      worker.kill('SIGSTOP');
      await sleep(STOPPED_MS);
      worker.kill('SIGCONT');
    },
    flush: async () => void (await control.flushall()),
  };
  const plan: (keyof typeof acts)[] = [
    ...Array.from({ length: cycles }, (_, index) => kinds[index % kinds.length]!),
    ...Array.from({ length: stops }, () => 'stop' as const),
    ...Array.from({ length: flushes }, () => 'flush' as const),
  ]
    .map((act) => ({ act, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ act }) => act);

  const counts: Traffic = { runs: 0, completed: 0, failed: 0, lost: 0, doubled: 0 };
  let isContinuing = true;
  const users = await Promise.all(
    Array.from({ length: USERS }, () => createUser(installation, { packs: [10_000] })),
  );
  const urls = [url, `http://localhost:${second}`];
  const films = users.map((user, index) =>
    makeFilms(
      installation,
      user,
      { urls, library, name: `lane ${index}`, isContinuing: () => isContinuing },
      counts,
    ),
  );
  // A lane that ends early ends the soak.
  const broken = Promise.all(films);
  const done: (keyof typeof acts)[] = [];
  process.once('SIGINT', () => (isContinuing = false));
  const cut = async () => {
    for (const act of plan) {
      // On a slow machine, only starting processes would be killed.
      await Promise.all([workers.ready(), servers.ready()]);
      await sleep(random() * PAUSE_MS);
      if (!isContinuing) return;
      await acts[act]();
      done.push(act);
      if (done.length % 10 === 0)
        console.error(`${done.length} of ${plan.length}: ${JSON.stringify(counts)}`);
    }
  };
  const noMore = broken.then(() => {
    if (isContinuing) throw new Error('No more films are being made.');
  });
  await Promise.race([cut(), noMore]);
  isContinuing = false;
  await broken;

  const ids = users.map((user) => user.id);
  await waitForRuns(installation, ids, LOST_AFTER_MS);
  // A living worker cleans up after the killed ones.
  let faults = await findFaults(installation, ids);
  for (let i = 0; i < 20 && faults.files.length + faults.orphans.length > 0; i += 1) {
    await sleep(1_000);
    faults = await findFaults(installation, ids);
  }
  workers.retire();
  servers.retire();
  await installation.stop();
  faults.orphans.push(...processesNaming(dataDir));
  control.disconnect();
  await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
  for (const [kind, list] of Object.entries(faults)) if (list.length > 0) console.error(kind, list);

  const times = (...acts: (typeof done)[number][]) => done.filter((act) => acts.includes(act)).length;
  const figures = {
    soak: 'faults',
    seed,
    cycles: times(...KINDS),
    stops: times('stop'),
    flushes: times('flush'),
    ...counts,
    lost: counts.lost + faults.lost.length + faults.films.length,
    doubled: counts.doubled + faults.doubled.length,
    doubleCharges: faults.charges.length,
    orphans: faults.orphans.length,
    leftFiles: faults.files.length,
    unnamedObjects: faults.unnamed.length,
    crashes: workers.crashes + servers.crashes,
    seconds: Math.round((Date.now() - from) / 1000),
  };
  console.log(JSON.stringify(figures));
  const { lost, doubled, doubleCharges, orphans, leftFiles, crashes } = figures;
  const good = lost + doubled + doubleCharges + orphans + leftFiles + crashes === 0;
  if (good) removeFolder(home);
  else console.error(`All of it is kept in ${home}`);
  return good;
}
