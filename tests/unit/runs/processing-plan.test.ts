import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JOBS } from '#contract/jobs/all.ts';
import { decide } from '#core/runs/decide.ts';
import { planProcessing } from '#core/runs/kinds/processing.ts';
import { hearWeight } from '#core/runs/weights.ts';

const videoInput = z.object({ videoId: z.string(), spoken: z.string() });
const plan = planProcessing([
  { id: 'library_a', durationMs: 510_000 },
  { id: 'library_b', durationMs: 0 },
]);
/** Returns the plan's steps in these states; the others wait. */
const stepsIn = (states: Record<string, string>) =>
  plan.map((step) => ({
    runId: 'r',
    key: step.key,
    state: states[step.key] ?? 'waiting',
    dependsOn: step.dependsOn,
    tolerant: step.tolerant ?? false,
    errorCode: null,
    errorMessage: states[step.key] === 'failed' ? `${step.key} failed.` : null,
  }));
const keys = (steps: { key: string }[]) => steps.map(({ key }) => key);

describe('the plan of a processing', () => {
  // product 11.3
  it('transcribes and scans in parallel', () => {
    const fetched = { 'fetch-media-0': 'done' };
    expect(keys(decide(stepsIn(fetched)).ready)).toEqual([
      'fetch-media-1',
      'extract-sound-0',
      'scan-media-0',
    ]);
    const sound = { ...fetched, 'extract-sound-0': 'done', 'scan-media-0': 'active' };
    expect(keys(decide(stepsIn(sound)).ready)).toContain('hear-speech-0-0');
  });

  // product 11.10
  it('transcribes a long video in parallel parts that share a weight, and joins them after the last one', () => {
    const partsOf = (durationMs: number) =>
      planProcessing([{ id: 'library_a', durationMs }]).filter(({ job }) => job === 'hear-speech');
    const minute = 60_000;
    // An unknown length counts as five minutes.
    const lengths = [10_000, 2 * minute, 8.5 * minute, 0, 24 * 60 * minute];
    expect(lengths.map((length) => partsOf(length).length)).toEqual([1, 2, 4, 2, 8]);
    const parts = partsOf(8.5 * minute);
    expect(parts.map(({ input }) => input)).toEqual(
      [0, 1, 2, 3].map((part) => ({ videoId: 'library_a', spoken: 'auto', part, parts: 4 })),
    );
    for (const { input } of parts) expect(JOBS['hear-speech'].input.safeParse(input).success).toBe(true);
    const whole = { videoId: 'library_a', part: 4, parts: 4 };
    expect(JOBS['hear-speech'].input.safeParse(whole).success).toBe(false);
    expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(hearWeight(8.5 * minute));

    const doneSteps = { 'fetch-media-0': 'done', 'extract-sound-0': 'done', 'scan-media-0': 'done' };
    const ready = (states: Record<string, string>) =>
      keys(decide(stepsIn({ ...doneSteps, ...states })).ready).filter(
        (key) => key.endsWith('-0') || /-0-/.test(key),
      );
    expect(ready({})).toEqual([0, 1, 2, 3].map((part) => `hear-speech-0-${part}`));
    const done = { 'hear-speech-0-0': 'done', 'hear-speech-0-1': 'done', 'hear-speech-0-3': 'done' };
    expect(ready({ ...done, 'hear-speech-0-2': 'active' })).toEqual([]);
    expect(ready({ ...done, 'hear-speech-0-2': 'done' })).toEqual(['transcribe-media-0']);
  });

  it('creates sections after the last scan and the last transcript, from what succeeded', () => {
    const most = Object.fromEntries(plan.slice(0, -1).map(({ key }) => [key, 'done']));
    for (const late of ['scan-media-1', 'transcribe-media-0']) {
      expect(decide(stepsIn({ ...most, [late]: 'active' })).ready).toEqual([]);
    }
    expect(keys(decide(stepsIn({ ...most, 'scan-media-0': 'failed' })).ready)).toEqual(['assemble-sections']);
    const none = Object.fromEntries(plan.slice(0, -1).map(({ key }) => [key, 'skipped']));
    const { verdict } = decide(stepsIn({ ...none, 'fetch-media-0': 'failed', 'fetch-media-1': 'failed' }));
    expect(verdict).toEqual({ status: 'failed', code: 'failed', message: 'fetch-media-0 failed.' });
  });

  it('transcribes each video in the language that was chosen for it', () => {
    const videos = [
      { id: 'library_a', durationMs: 0 },
      { id: 'library_b', durationMs: 0 },
    ];
    const steps = planProcessing(videos, { library_b: 'hi' });
    for (const name of ['extract-sound', 'hear-speech', 'transcribe-media']) {
      const inputs = steps.filter(({ job }) => job === name).map(({ input }) => videoInput.parse(input));
      const chosen = new Set(inputs.map(({ videoId, spoken }) => `${videoId} ${spoken}`));
      expect([...chosen]).toEqual(['library_a auto', 'library_b hi']);
    }
  });

  it('has no step that a worker of the previous version would run before its audio exists', () => {
    const before = z.object({ videoId: z.string() }).strict();
    for (const { job, input } of plan.filter(({ key }) => key === 'transcribe-media-0')) {
      expect(before.safeParse(input).success).toBe(false);
      expect(JOBS[job].input.safeParse(input).success).toBe(true);
    }
    expect(JOBS['transcribe-media'].input.parse({ videoId: 'library_a' })).toEqual({
      videoId: 'library_a',
      spoken: 'auto',
    });
  });
});
