import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { client, type Installation } from '../helpers/processes/installation.ts';
import { addTinyVideo, generateFilm, processVideo } from '../helpers/processes/tiny-project.ts';
import type { createUser } from '../helpers/data/user.ts';

export interface Traffic {
  runs: number;
  completed: number;
  failed: number;
  lost: number;
  doubled: number;
}

/** A run that has not ended this long after the last fault counts as lost, in ms. */
export const LOST_AFTER_MS = 180_000;
const ASK_AGAIN_MS = 300;

/** Retries until it succeeds, like the page. */
async function insist<T>(act: () => Promise<T>, isLate: () => boolean): Promise<T> {
  for (; ; await sleep(ASK_AGAIN_MS)) {
    try {
      return await act();
    } catch (error) {
      const passing = !/: 4\d\d: /.test((error as Error).message);
      if (!passing || isLate()) throw error;
    }
  }
}

/** Simulates a user who makes film after film of small videos, until it is stopped. */
export async function makeFilms(
  { db }: Installation,
  user: Awaited<ReturnType<typeof createUser>>,
  {
    urls,
    library,
    name,
    isContinuing,
  }: { urls: string[]; library: string; name: string; isContinuing: () => boolean },
  counts: Traffic,
): Promise<void> {
  let calls = 0;
  const call = (...args: Parameters<ReturnType<typeof client>>) =>
    client({ url: urls[calls++ % urls.length]! }, user.cookie)(...args) as Promise<never>;

  let quietSince = Infinity;
  const isLate = () => {
    if (!isContinuing()) quietSince = Math.min(quietSince, Date.now());
    return Date.now() - quietSince > LOST_AFTER_MS;
  };

  async function end(runId: string): Promise<string> {
    counts.runs += 1;
    for (; !isLate(); await sleep(ASK_AGAIN_MS)) {
      const row = await db
        .selectFrom('runs')
        .select(['status', 'errorCode', 'message'])
        .where('id', '=', runId)
        .executeTakeFirst()
        .catch(() => undefined);
      if (row?.status === 'completed') {
        counts.completed += 1;
        return row.status;
      }
      if (row?.status === 'failed') {
        counts.failed += 1;
        console.error(`run ${runId} failed: ${row.errorCode}: ${row.message}`);
        return row.status;
      }
    }
    counts.lost += 1;
    console.error(`run ${runId} is lost`);
    return 'lost';
  }

  let filmCount = 0;
  for (; isContinuing(); filmCount += 1) {
    const title = `${name} ${filmCount}`;
    await addTinyVideo(library, title);
    const key = randomUUID();
    const { projectId, runId } = await insist(() => processVideo(call, title, key), isLate);
    if ((await end(runId)) !== 'completed') continue;
    const filmKey = randomUUID();
    await end(await insist(() => generateFilm(call, projectId, filmKey), isLate));
  }
  // However often a call was repeated, it created one project.
  const projects = await db.selectFrom('projects').select('id').where('userId', '=', user.id).execute();
  counts.doubled += projects.length - filmCount;
}
