import type { EventPayload } from '#contract/events.ts';
import type { Backend } from '#core/backend.ts';
import { readCredits } from '#core/repositories/money/credits.ts';
import { findActiveRuns, findEndedUploads } from '#core/repositories/runs/runs.ts';

/** What a client gets first on each connection: the state that later events change. */
export async function readSnapshot({ db }: Backend, userId: string): Promise<EventPayload<'snapshot'>> {
  const [active, ended, credits] = await Promise.all([
    findActiveRuns(db, userId),
    // Without a project, so nothing else would tell a page that they can be retried.
    findEndedUploads(db, userId),
    readCredits(db, userId),
  ]);
  return { runs: [...active, ...ended], totalCredits: credits.totalCredits };
}
