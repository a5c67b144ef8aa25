import { describe, expect, it } from 'vitest';
import type { Shares } from '#core/queue/shares.ts';
import { admit, type OpenStep } from '#core/runs/admit.ts';

const SHARES: Shares = {
  fetch: 2,
  scan: 1,
  transcribe: 1,
  assemble: 1,
  narrate: 1,
  render: 3,
  publish: 1,
  check: 1,
  proxy: 1,
};

const step = (name: string, job: OpenStep['job'], more: Partial<OpenStep> = {}) => ({
  name,
  job,
  state: 'queued',
  delayMs: 0,
  ...more,
});
const admitted = (steps: ReturnType<typeof step>[]) =>
  admit(steps, SHARES).map(({ step: { name }, ahead }) => [name, ahead]);

describe('what a queue contains of one user', () => {
  it('is the first steps up to their share, with the number of steps before each', () => {
    const films = ['a', 'b', 'c', 'd'].map((name) => step(name, 'render-section'));
    expect(admitted(films)).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('leaves out steps for which running ones leave no place, wherever those are', () => {
    const busy = [step('a', 'fetch-media'), step('b', 'fetch-media'), step('c', 'fetch-media')];
    busy[2]!.state = 'active';
    expect(admitted(busy)).toEqual([
      ['a', 1],
      ['c', 0],
    ]);
  });

  it('is counted by queue, not by job', () => {
    const voices = [step('a', 'translate-section'), step('b', 'narrate-section'), step('c', 'scan-media')];
    expect(admitted(voices)).toEqual([
      ['a', 0],
      ['c', 0],
    ]);
  });

  it('needs no place for steps that are retried later', () => {
    const later = { delayMs: 60_000 };
    const steps = [step('a', 'scan-media', later), step('b', 'scan-media', later), step('c', 'scan-media')];
    expect(admitted(steps)).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ]);
  });

  it('includes running steps beyond a reduced share', () => {
    const active = ['a', 'b', 'c', 'd'].map((name) => step(name, 'fetch-media', { state: 'active' }));
    expect(admitted([...active, step('e', 'fetch-media')]).map(([name]) => name)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });
});
