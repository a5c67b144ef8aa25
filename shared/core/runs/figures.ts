import { stepsDone } from '#contract/run-words.ts';

/** What a run's figures follow from, of one step. Steps stand after what they depend on. */
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
  /** For how long it has been worked on, in ms; null before. */
  workedMs: number | null;
  /** What is done in it now, in words. */
  detail: string | null;
}

export interface FigureOptions {
  /** Since the run's first step began, in ms. */
  elapsedMs: number;
  /** Per job, how this installation's time compares with the plan's weights. */
  speeds: Readonly<Record<string, number>>;
  /** The run's last percentage, 0 to 99, and the work that it was a part of, in ms; null before the first figure. */
  before: { percentage: number; workTotal: number | null };
}

export interface Figures {
  /** 0 to 99: 99 is the run whose steps are all settled, which ends at once. Never below that of before. */
  percentage: number;
  workTotal: number;
  /** Undefined when nothing is left to do. */
  stage: string | undefined;
  message: string;
  /** Time left, in ms. */
  remainingMs: number;
}

/** What is left for the terminal transition. */
const LAST = 99;
/** How much work of a job tells as much of its speed in this run as this installation's history does, in ms. */
const SPEED_PRIOR_MS = 3_000;
/** For how long it is taken for granted that one step is worked on at a time, in ms. */
const ALONE_PRIOR_MS = 3_000;

const isSettled = ({ state }: FigureStep) => state === 'done' || state === 'failed' || state === 'skipped';
const leftOf = (step: FigureStep) => (isSettled(step) ? 0 : step.weight * (1 - step.percent / 100));

/**
 * A run's figures, as a pure function of its steps. The percentage is the part of the expected work that is done. When
 * more work turns up than was known (a video is longer than its source said, a step was lost with its worker), it goes on
 * from where it was, slower, and does not wait until what was lost is made up for.
 */
export function figuresOf(steps: readonly FigureStep[], options: FigureOptions): Figures {
  const { before } = options;
  const left = sum(steps.map(leftOf));
  const total = before.workTotal ?? sum(steps.map(({ weight }) => weight));
  const reached = left === 0 ? LAST : LAST * (1 - left / total);
  const goesOn = reached >= before.percentage || before.percentage >= LAST;
  return {
    percentage: Math.max(before.percentage, reached),
    workTotal: goesOn ? total : left / (1 - before.percentage / LAST),
    ...wordsOf(steps),
    remainingMs: remainingMs(steps, options),
  };
}

function wordsOf(steps: readonly FigureStep[]): Pick<Figures, 'stage' | 'message'> {
  const stage = steps.find((step) => !isSettled(step))?.stage;
  const told = steps.filter((step) => step.state === 'active' && step.detail !== null);
  const detail = (told.find((step) => step.stage === stage) ?? told[0])?.detail;
  const done = steps.filter(isSettled).length;
  return { stage, message: detail ?? stepsDone({ done, total: steps.length }) };
}

/** By each job's speed in this run and before, and by how many steps are worked on at once. */
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
  // However many go on at once, what waits for something else comes after it.
  const endsMs = new Map<string, number>();
  for (const step of steps) {
    const ready = Math.max(0, ...step.dependsOn.map((key) => endsMs.get(key) ?? 0));
    endsMs.set(step.key, ready + leftMs(step));
  }
  return Math.max(sum(steps.map(leftMs)) / atOnce, ...endsMs.values());
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
