import type { EventPayload } from '#contract/events.ts';
import type { Backend } from '#core/backend.ts';
import { readCredits } from '#core/repositories/money/credits.ts';
import { findActiveRuns, findEndedUploads } from '#core/repositories/runs/runs.ts';

/** Reads the first event of each connection: the state that later events change. */
export async function readSnapshot({ db }: Backend, userId: string): Promise<EventPayload<'snapshot'>> {
  const [active, ended, credits] = await Promise.all([
    findActiveRuns(db, userId),
    // They have no project, so a page would not learn from elsewhere that they can be retried.
    findEndedUploads(db, userId),
    readCredits(db, userId),
  ]);
  return { runs: [...active, ...ended], totalCredits: credits.totalCredits };
}
