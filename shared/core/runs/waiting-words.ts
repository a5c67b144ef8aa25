import type { Run } from '#contract/runs.ts';

/** What a run says that waits because so many of its user are under way. */
export function waitingWords(runsPerUser: number): Pick<Run, 'stage' | 'message'> {
  const one = runsPerUser === 1;
  return {
    stage: `Waiting for your other ${one ? 'film' : 'films'} to finish`,
    message: one
      ? 'Your films are made one at a time. This one starts by itself.'
      : `${runsPerUser} of your films are made at once. This one starts by itself.`,
  };
}
