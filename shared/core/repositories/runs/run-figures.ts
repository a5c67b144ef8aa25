import { stepsDone } from '#text/messages/run-words.ts';

/** The part of a step's data that a run's figures are computed from. Steps follow their dependencies. */
export interface FigureStep {
  key: string;
  job: string;
  stage: string;
  state: string;
  dependsOn: readonly string[];
  /** Expected work, in ms. */
  weight: number;
  /** 0 to 100. */
  percent: number;
  reused: boolean;
  /** How long it has been running, in ms; `null` before it starts. */
  workedMs: number | null;
  /** Its current message. */
  detail: string | null;
}

export interface FigureOptions {
  /** Since the run's first step started, in ms. */
  elapsedMs: number;
  /** By job: the ratio of this installation's time to the plan's weights. */
  speeds: Readonly<Record<string, number>>;
  /**
   * The run's last percentage, 0 to 99, and the total work that it was relative to, in ms; `null` before the
   * first figure.
   */
  before: { percentage: number; workTotal: number | null };
}

export interface Figures {
  /** 0 to 99; at 99 all steps are settled and the run is about to end. Never below the previous one. */
  percentage: number;
  workTotal: number;
  /** `undefined` if nothing is left to do. */
  stage: string | undefined;
  message: string;
  /** Time left, in ms. */
  remainingMs: number;
}

/** The percentage before the run has ended. */
const LAST = 99;
/** The work of a job, in ms, at which its speed in this run weighs as much as this installation's history. */
const SPEED_PRIOR_MS = 3_000;
/** The time for which one running step at a time is assumed, in ms. */
const ALONE_PRIOR_MS = 3_000;

const isSettled = ({ state }: FigureStep) => state === 'done' || state === 'failed' || state === 'skipped';
const leftOf = (step: FigureStep) => (isSettled(step) ? 0 : step.weight * (1 - step.percent / 100));

/**
 * Computes a run's figures from its steps, as a pure function. The percentage is the completed share of the
 * expected work. If more work turns up (a video is longer than its source reported, or a step was lost with
 * its worker), the percentage continues from its last value, more slowly, without waiting for the lost part
 * to be redone.
 */
export function figuresOf(steps: readonly FigureStep[], options: FigureOptions): Figures {
  const { before } = options;
  const remaining = sum(steps.map(leftOf));
  const total = before.workTotal ?? sum(steps.map(({ weight }) => weight));
  const reached = remaining === 0 ? LAST : LAST * (1 - remaining / total);
  const isContinuing = reached >= before.percentage || before.percentage >= LAST;
  return {
    percentage: Math.max(before.percentage, reached),
    workTotal: isContinuing ? total : remaining / (1 - before.percentage / LAST),
    ...wordsOf(steps),
    remainingMs: remainingMs(steps, options),
  };
}

function wordsOf(steps: readonly FigureStep[]): Pick<Figures, 'stage' | 'message'> {
  const stage = steps.find((step) => !isSettled(step))?.stage;
  const detailed = steps.filter((step) => step.state === 'active' && step.detail !== null);
  const detail = (detailed.find((step) => step.stage === stage) ?? detailed[0])?.detail;
  const done = steps.filter(isSettled).length;
  return { stage, message: detail ?? stepsDone({ done, total: steps.length }) };
}

/**
 * Estimates the remaining time from each job's speed in this run and before, and from how many steps run
 * concurrently.
 */
function remainingMs(steps: readonly FigureStep[], { elapsedMs, speeds }: FigureOptions): number {
  const worked = steps.filter((step) => !step.reused && step.workedMs !== null && step.percent > 0);
  const speedOf = new Map<string, number>();
  for (const { job } of steps) {
    if (speedOf.has(job)) continue;
    const mine = worked.filter((step) => step.job === job);
    const tookMs = sum(mine.map(({ workedMs }) => workedMs!));
    const did = sum(mine.map(({ weight, percent }) => (weight * percent) / 100));
    speedOf.set(job, (tookMs + SPEED_PRIOR_MS * (speeds[job] ?? 1)) / (did + SPEED_PRIOR_MS));
  }
  const leftMs = (step: FigureStep) => leftOf(step) * speedOf.get(step.job)!;
  const atOnce =
    (sum(worked.map(({ workedMs }) => workedMs!)) + ALONE_PRIOR_MS) / (elapsedMs + ALONE_PRIOR_MS);
  // However many steps run concurrently, dependent steps run one after another.
  const endsMs = new Map<string, number>();
  for (const step of steps) {
    const ready = Math.max(0, ...step.dependsOn.map((key) => endsMs.get(key) ?? 0));
    endsMs.set(step.key, ready + leftMs(step));
  }
  return Math.max(sum(steps.map(leftMs)) / atOnce, ...endsMs.values());
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
