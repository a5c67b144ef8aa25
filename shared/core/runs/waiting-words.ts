import type { Run } from '#contract/runs.ts';

/** Returns the message of a run that waits because its user has too many active ones. */
export function waitingWords(runsPerUser: number): Pick<Run, 'stage' | 'message'> {
  const one = runsPerUser === 1;
  return {
    stage: `Waiting for your other ${one ? 'film' : 'films'} to finish`,
    message: one
      ? 'Your films are made one at a time. This one will start automatically.'
      : `${runsPerUser} of your films are made at the same time. This one will start automatically.`,
  };
}
