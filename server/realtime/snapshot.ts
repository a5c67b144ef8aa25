import type { EventPayload } from '#contract/events.ts';
import type { Platform } from '#node/platform.ts';
import { readCredits } from '#node/repositories/credits.ts';
import { findActiveRuns, findEndedUploads } from '#node/repositories/runs.ts';

/** What a client gets first on each connection: the state that later events change. */
export async function readSnapshot({ db }: Platform, userId: string): Promise<EventPayload<'snapshot'>> {
  const [active, ended, credits] = await Promise.all([
    findActiveRuns(db, userId),
    // Of no project, so nothing else would tell a page that can try them again.
    findEndedUploads(db, userId),
    readCredits(db, userId),
  ]);
  return { runs: [...active, ...ended], totalCredits: credits.totalCredits };
}
