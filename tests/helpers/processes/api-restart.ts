import type { ChildProcess } from 'node:child_process';
import { io, type Socket } from 'socket.io-client';
import type { ServerToClientEvents } from '#contract/events.ts';
import { client, type Installation } from './installation.ts';
import { addTinyVideo, processVideo } from './tiny-project.ts';
import { createUser } from '../data/user.ts';

interface Page {
  snapshots: number;
  over: Set<string>;
  running: string[];
}

const CONNECTED_MS = 180_000;
const REPORTED_MS = 10_000;
const RUN_MS = 300_000;
const ASK_EVERY_MS = 100;

async function until(holds: () => boolean | Promise<boolean>, what: string, withinMs: number): Promise<void> {
  for (const end = Date.now() + withinMs; !(await holds());) {
    if (Date.now() > end) throw new Error(`Not within ${withinMs} ms: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/**
 * Restarts the API while users with many pages each wait for a run. The first run ends while no page is
 * connected, and the last one starts after it, so that only an event can report it. Workers are frozen
 * meanwhile.
 * @returns the users, and the pages that never learned how their user's run ended
 */
export async function restartUnderPages(
  installation: Pick<Installation, 'url' | 'db'>,
  {
    library,
    users,
    pagesEach,
    workers,
    stop,
    start,
  }: {
    library: string;
    users: number;
    pagesEach: number;
    workers: ChildProcess[];
    stop(): Promise<void>;
    start(): Promise<void>;
  },
): Promise<{ userIds: string[]; deaf: string[] }> {
  const { url, db } = installation;
  const people = await Promise.all(
    Array.from({ length: users }, () => createUser(installation, { packs: [1] })),
  );
  const sockets: Socket<ServerToClientEvents>[] = [];
  const open = (cookie: string): Page => {
    const page: Page = { snapshots: 0, over: new Set(), running: [] };
    const socket: Socket<ServerToClientEvents> = io(url, {
      transports: ['websocket'],
      extraHeaders: { cookie },
      reconnectionDelay: 100,
      forceNew: true,
    });
    sockets.push(socket);
    socket.on('snapshot', ({ runs }) => {
      page.snapshots += 1;
      page.running = runs.map(({ id }) => id);
    });
    socket.on('run.completed', ({ run }) => page.over.add(run.id));
    return page;
  };
  const pages = people.map(({ cookie }) => Array.from({ length: pagesEach }, () => open(cookie)));
  const signalWorkers = (signal: NodeJS.Signals) => {
    for (const worker of workers) worker.kill(signal);
  };
  // Repeated while the machine is too busy to connect.
  const isOver = async (runId: string) => {
    const query = db.selectFrom('runs').select('status').where('id', '=', runId).executeTakeFirst();
    return (await query.catch(() => undefined))?.status === 'completed';
  };
  try {
    const all = pages.flat();
    await until(() => all.every(({ snapshots }) => snapshots > 0), 'every page has a snapshot', CONNECTED_MS);
    signalWorkers('SIGSTOP');
    const runs: string[] = [];
    const begin = async ({ id, cookie }: (typeof people)[number]) => {
      const name = `restart ${id.slice(0, 8)}`;
      await addTinyVideo(library, name);
      runs.push((await processVideo(client(installation, cookie), name)).runId);
    };
    for (const person of people.slice(0, -1)) await begin(person);
    await stop();
    signalWorkers('SIGCONT');
    await until(() => isOver(runs[0]!), 'a run ended while nobody listened', RUN_MS);
    signalWorkers('SIGSTOP');
    for (const page of all) page.snapshots = 0;
    await start();
    await until(
      () => all.every(({ snapshots }) => snapshots > 0),
      'every page has its second snapshot',
      CONNECTED_MS,
    );
    await begin(people.at(-1)!);
    signalWorkers('SIGCONT');
    for (const run of runs) await until(() => isOver(run), `run ${run} is completed`, RUN_MS);
    // A page learns of the end from the event, or by requesting a run that the snapshot no longer contains.
    const knows = ({ over, running }: Page, run: string) =>
      over.has(run) || (run !== runs.at(-1) && !running.includes(run));
    const findDeaf = () => pages.flatMap((own, user) => own.filter((page) => !knows(page, runs[user]!)));
    await until(() => findDeaf().length === 0, 'every page knows', REPORTED_MS).catch(() => {});
    return { userIds: people.map(({ id }) => id), deaf: findDeaf().map(({ running }) => running.join()) };
  } finally {
    signalWorkers('SIGCONT');
    for (const socket of sockets) socket.disconnect();
  }
}
