import { io, type Socket } from 'socket.io-client';
import type { ServerToClientEvents } from '#contract/events.ts';
import { client, type Installation } from './installation.ts';
import { addTinyVideo, processVideo } from './tiny-project.ts';
import { createUser } from './user.ts';

interface Page {
  snapshots: number;
  over: Set<string>;
  running: string[];
}

const CONNECTED_MS = 60_000;
const RUN_MS = 300_000;
const ASK_EVERY_MS = 100;

async function until(holds: () => boolean | Promise<boolean>, what: string, withinMs: number): Promise<void> {
  for (const end = Date.now() + withinMs; !(await holds());) {
    if (Date.now() > end) throw new Error(`Not within ${withinMs} ms: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/**
 * Restarts the API while users with many pages wait for a run each, the first of which ends while nobody can listen.
 * @param restart ends the API, awaits `meanwhile`, and starts it again
 * @returns the users, and the pages that never heard how their user's run ended
 */
export async function restartUnderPages(
  installation: Pick<Installation, 'url' | 'db'>,
  {
    library,
    users,
    pagesEach,
    restart,
  }: {
    library: string;
    users: number;
    pagesEach: number;
    restart(meanwhile: () => Promise<void>): Promise<void>;
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
  const isOver = async (runId: string) =>
    (await db.selectFrom('runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow())
      .status === 'completed';
  try {
    const all = pages.flat();
    await until(
      () => all.every(({ snapshots }) => snapshots === 1),
      'every page has a snapshot',
      CONNECTED_MS,
    );
    const runs: string[] = [];
    for (const [index, { cookie }] of people.entries()) {
      const name = `restart ${people[index]!.id.slice(0, 8)}`;
      await addTinyVideo(library, name);
      runs.push((await processVideo(client(installation, cookie), name)).runId);
    }
    await restart(() => until(() => isOver(runs[0]!), 'a run ended while nobody listened', RUN_MS));
    await until(
      () => all.every(({ snapshots }) => snapshots > 1),
      'every page has its second snapshot',
      CONNECTED_MS,
    );
    for (const run of runs) await until(() => isOver(run), `run ${run} is completed`, RUN_MS);
    // By the event; or, as the page does, by asking for a run that the snapshot no longer has.
    const knows = ({ over, running }: Page, run: string) => over.has(run) || !running.includes(run);
    const findDeaf = () => pages.flatMap((own, user) => own.filter((page) => !knows(page, runs[user]!)));
    await until(() => findDeaf().length === 0, 'every page knows', CONNECTED_MS / 6).catch(() => {});
    return { userIds: people.map(({ id }) => id), deaf: findDeaf().map(({ running }) => running.join()) };
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}
