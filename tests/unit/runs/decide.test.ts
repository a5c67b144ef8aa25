import { describe, expect, it } from 'vitest';
import { decide } from '#core/runs/decide.ts';

type State = 'waiting' | 'queued' | 'active' | 'done' | 'failed' | 'skipped';

function step(key: string, state: State, dependsOn: string[] = [], tolerant = false) {
  const failed = state === 'failed';
  return {
    runId: 'run',
    key,
    state,
    dependsOn,
    tolerant,
    errorCode: failed ? `${key}-code` : null,
    errorMessage: failed ? `${key} failed.` : null,
  };
}
const keys = (steps: { key: string }[]) => steps.map((s) => s.key);

describe('decide', () => {
  it('readies steps whose dependencies are done', () => {
    const steps = [
      step('a', 'done'),
      step('b', 'waiting', ['a']),
      step('c', 'waiting'),
      step('goal', 'waiting', ['b', 'c']),
    ];
    const { ready, skip, verdict } = decide(steps);
    expect(keys(ready)).toEqual(['b', 'c']);
    expect(skip).toEqual([]);
    expect(verdict).toBeUndefined();
  });

  it('completes when the goal is done', () => {
    expect(decide([step('a', 'done'), step('goal', 'done', ['a'])]).verdict).toEqual({ status: 'completed' });
  });

  it('skips everything after a failure, and fails with its reason', () => {
    const steps = [step('a', 'failed'), step('b', 'waiting', ['a']), step('goal', 'waiting', ['b'])];
    const { skip, verdict } = decide(steps);
    expect(keys(skip)).toEqual(['b', 'goal']);
    expect(verdict).toEqual({ status: 'failed', code: 'a-code', message: 'a failed.' });
  });

  it('lets a tolerant goal continue if only some failed, once all are settled', () => {
    const waiting = [step('a', 'failed'), step('b', 'active'), step('goal', 'waiting', ['a', 'b'], true)];
    expect(decide(waiting)).toMatchObject({ ready: [], verdict: undefined });
    const settled = [step('a', 'failed'), step('b', 'done'), step('goal', 'waiting', ['a', 'b'], true)];
    expect(keys(decide(settled).ready)).toEqual(['goal']);
  });

  it('fails a tolerant goal if all of its dependencies failed', () => {
    const steps = [step('a', 'failed'), step('b', 'failed'), step('goal', 'waiting', ['a', 'b'], true)];
    expect(decide(steps).verdict).toMatchObject({ status: 'failed', message: 'a failed.' });
  });

  it('does nothing about running steps', () => {
    expect(decide([step('a', 'queued'), step('goal', 'waiting', ['a'])])).toEqual({
      skip: [],
      ready: [],
      verdict: undefined,
    });
  });
});
