import { describe, expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/placement.ts';
import type { SectionSnapshot } from '#contract/jobs/generation.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { CUT } from '#film/transitions/transitions.ts';
import type { PlannedStep } from '#core/repositories/runs/run-steps.ts';
import { figuresOf, type FigureStep } from '#core/repositories/runs/run-figures.ts';
import { planGeneration } from '#core/runs/kinds/generation.ts';
import { planPreparation } from '#core/runs/kinds/preparation.ts';
import { planProcessing } from '#core/runs/kinds/processing.ts';
import { createPace, type Pace } from '../../../worker/progress/pace.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const step = (facts: Partial<FigureStep> = {}): FigureStep => ({
  key: 'a',
  job: 'scan-media',
  stage: 'Extracting video segments',
  state: 'waiting',
  dependsOn: [],
  weight: 1000,
  percent: 0,
  reused: false,
  workedMs: null,
  detail: null,
  ...facts,
});
const fresh = { elapsedMs: 0, speeds: {}, before: { percentage: 0, workTotal: null } };

describe('the figures of a run', () => {
  it('the figures of a run are a share of the expected work, and 99 if all steps are settled', () => {
    const half = [step({ state: 'done' }), step({ key: 'b' })];
    expect(figuresOf(half, fresh)).toMatchObject({
      percentage: 49.5,
      workTotal: 2000,
      message: '1 of 2 steps done',
    });
    const settled = [step({ state: 'done' }), step({ key: 'b', state: 'failed' })];
    expect(figuresOf(settled, fresh)).toMatchObject({ percentage: 99, stage: undefined });
  });

  it('describe current work of the stage that they name', () => {
    const steps = [
      step({ state: 'active', detail: 'Scanning 0:02 of 0:10' }),
      step({ key: 'b', state: 'active', stage: 'Generating transcriptions', detail: 'Transcribing' }),
    ];
    expect(figuresOf(steps, fresh).message).toBe('Scanning 0:02 of 0:10');
    steps[0]!.state = 'queued';
    expect(figuresOf(steps, fresh)).toMatchObject({
      stage: 'Extracting video segments',
      message: 'Transcribing',
    });
  });

  it('continue from their last value, more slowly, if more work turns up', () => {
    const before = { percentage: 40, workTotal: 1000 };
    const longer = figuresOf([step({ weight: 100_000 })], { ...fresh, before });
    expect(longer.percentage).toBe(40);
    const options = { ...fresh, before: { percentage: 40, workTotal: longer.workTotal } };
    const moved = figuresOf([step({ weight: 100_000, state: 'active', percent: 10 })], options);
    expect(moved.percentage).toBeCloseTo(40 + 59 / 10);
  });

  it('estimate from the speed of this run, and from consecutive dependencies', () => {
    const slow = step({ state: 'active', percent: 50, workedMs: 150_000, weight: 100_000 });
    expect(figuresOf([slow], { ...fresh, elapsedMs: 150_000 }).remainingMs / 150_000).toBeCloseTo(1, 1);
    const renders = [1, 2, 3, 4].map((n) =>
      step({
        key: `${n}`,
        state: n < 3 ? 'done' : 'waiting',
        percent: n < 3 ? 100 : 0,
        workedMs: n < 3 ? 60_000 : null,
        weight: 60_000,
      }),
    );
    const sideBySide = figuresOf(renders, { ...fresh, elapsedMs: 60_000 });
    expect(sideBySide.remainingMs / 60_000).toBeCloseTo(1, 0);
    const chain = [...renders.slice(0, 3), step({ key: 'end', dependsOn: ['3'], weight: 60_000 })];
    expect(figuresOf(chain, { ...fresh, elapsedMs: 60_000 }).remainingMs / 60_000).toBeCloseTo(2, 0);
  });
});

/** The figures as a page displays them, one a second. */
interface DisplayedState {
  atMs: number;
  percentage: number;
  remainingMs: number;
}

/**
 * Simulates a run in steps of a second: as many concurrent steps as there are places, each slower than
 * planned by the factor of its job, with its handler's reports.
 */
function live(
  plan: PlannedStep[],
  how: { places: number; slower: (job: string) => number; silent: (job: string) => boolean },
): DisplayedState[] {
  const steps = plan.map((planned) =>
    step({ ...planned, stage: planned.job, state: 'waiting', percent: 0, weight: planned.weight }),
  );
  const began = new Map<string, { atMs: number; pace: Pace; takesMs: number }>();
  const states: DisplayedState[] = [];
  let before: { percentage: number; workTotal: number | null } = { percentage: 0, workTotal: null };
  for (let atMs = 0; steps.some(({ state }) => state !== 'done'); atMs += SECOND) {
    const show = () => {
      const figures = figuresOf(steps, { elapsedMs: atMs, speeds: {}, before });
      before = figures;
      states.push({
        atMs,
        percentage: Math.floor(figures.percentage * 100) / 100,
        remainingMs: figures.remainingMs,
      });
    };
    for (const one of steps.filter(({ state }) => state === 'active')) {
      const { atMs: from, pace, takesMs } = began.get(one.key)!;
      one.workedMs = atMs - from;
      const fraction = (atMs - from) / takesMs;
      if (fraction >= 1) Object.assign(one, { state: 'done', percent: 100 });
      else {
        if (!how.silent(one.job)) pace.report(fraction, atMs);
        one.percent = pace.at(atMs) * 100;
      }
      show();
    }
    const isDone = (key: string) => steps.find((other) => other.key === key)?.state === 'done';
    for (const one of steps) {
      const free = how.places - steps.filter(({ state }) => state === 'active').length;
      if (free <= 0 || one.state !== 'waiting' || !one.dependsOn.every(isDone)) continue;
      one.state = 'active';
      began.set(one.key, {
        atMs,
        pace: createPace(one.weight, atMs),
        takesMs: one.weight * how.slower(one.job),
      });
    }
    show();
  }
  return states;
}

const random = seededRandom(20_261_122);
const between = (from: number, to: number) => from + random() * (to - from);
/** Returns a length from a second to four hours, evenly distributed on a logarithmic scale. */
const anyLength = () => Math.round(Math.exp(between(Math.log(SECOND), Math.log(4 * HOUR))));
const someOf = <T>(most: number, make: () => T) => Array.from({ length: Math.ceil(between(0, most)) }, make);

/** Returns how much slower than planned each job is, at random between two factors. */
function anySpeeds(from: number, to: number): (job: string) => number {
  const speeds = new Map<string, number>();
  return (job) => {
    const speed = speeds.get(job) ?? Math.exp(between(Math.log(from), Math.log(to)));
    speeds.set(job, speed);
    return speed;
  };
}

const section = (endMs: number, narrated: boolean): SectionSnapshot => ({
  sectionId: crypto.randomUUID(),
  title: 'A section',
  narration: narrated
    ? {
        text: 'Some words. '.repeat(Math.ceil(endMs / 4000)),
        language: 'hi' as const,
        gender: 'male' as const,
        speaker: null,
        translateFrom: 'en',
      }
    : null,
  media: { kind: 'video' as const, sha256: 'a', fetchKey: 'b', scanKey: 'c', videoId: 'library_a' },
  ...excerptSchema.parse({ startMs: 0, endMs }),
  ...UNFRAMED,
  ...CUT,
  words: [],
  muted: false,
  captions: true,
});
const anyPlan = (): PlannedStep[] => {
  const kind = random();
  const videos = someOf(4, () => ({ id: 'library_a', durationMs: anyLength(), fetched: random() < 0.5 }));
  if (kind < 0.5) return planProcessing(videos);
  if (kind < 0.6) return planPreparation(videos);
  const sections = someOf(30, () => section(Math.round(between(3, 120)) * SECOND, random() < 0.4));
  const scanned = new Set(random() < 0.8 ? ['c'] : []);
  return planGeneration(
    { sections, width: 1920, height: 1080, burnSubtitles: false, ...PLAIN_CAPTIONS },
    scanned,
  );
};

describe('the percentage of any run', () => {
  it('never falls, never stops for more than 5 s, nor at 99 for more than 3 s', () => {
    for (let run = 0; run < 15; run += 1) {
      const slower = anySpeeds(0.3, 3);
      const silentJob = random() < 0.5 ? undefined : 'translate-section';
      const states = live(anyPlan(), {
        places: Math.ceil(between(0, 3)),
        slower,
        silent: (job) => job === silentJob || job === 'assemble-sections',
      });
      let moved = states[0]!;
      const at99 = states.find(({ percentage }) => percentage >= 99)!;
      const wrong = states.find((one) => {
        const fell = one.percentage < moved.percentage;
        const stood = one.atMs - moved.atMs > 5 * SECOND;
        if (one.percentage > moved.percentage) moved = one;
        return fell || stood;
      });
      expect({ run, wrong, moved }).toEqual({ run, wrong: undefined, moved });
      expect(states.at(-1)!.atMs - at99.atMs).toBeLessThanOrEqual(3 * SECOND);
    }
  });

  it('comes with an estimate that is off by at most two fifths at half time, and reaches zero at the end', () => {
    for (let run = 0; run < 15; run += 1) {
      const slower = anySpeeds(0.5, 2);
      const states = live(anyPlan(), { places: Math.ceil(between(0, 2)), slower, silent: () => false });
      const endMs = states.at(-1)!.atMs;
      if (endMs < 30 * SECOND) continue;
      const off = (part: number) => {
        const { atMs, remainingMs } = states.find((one) => one.atMs >= endMs * part)!;
        return Math.abs(remainingMs - (endMs - atMs)) / endMs;
      };
      expect([run, off(0.5) <= 0.4]).toEqual([run, true]);
      expect([run, off(0.95) <= 0.1]).toEqual([run, true]);
    }
  });
});
