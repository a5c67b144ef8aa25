import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#core/db/database.ts';

const ASK_AGAIN_MS = 200;

/** Resolves when no run of a project is active any more, such as those that make its proxies. */
export async function runsEnd(db: Database, projectId: string): Promise<void> {
  for (;;) {
    const active = await db
      .selectFrom('runs')
      .select('id')
      .where('projectId', '=', projectId)
      .where('status', 'in', ['queued', 'running'])
      .execute();
    if (active.length === 0) return;
    await sleep(ASK_AGAIN_MS);
  }
}
