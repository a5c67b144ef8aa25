import type { ReactElement } from 'react';
import { Circle, CircleCheck, CircleDashed } from 'lucide-react';
import type { Run } from '#contract/runs.ts';
import { CancelRun } from '../../components/run/CancelRun.tsx';
import { NotifyMe } from '../../components/run/NotifyMe.tsx';
import { percentText } from '../../components/run/percent.ts';
import { TransportDot } from '../../components/run/TransportDot.tsx';
import { ProgressBar } from '../../components/ui/display/ProgressBar.tsx';
import { Spinner } from '../../components/ui/display/Spinner.tsx';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { clsx } from 'clsx';
import { estimateText } from '../../lib/format.ts';
import { detailText, isActive, stepsText } from '../../lib/runs/runs.ts';

/** Each turns green once the progress has passed its figure; their texts belong to a run's stages. */
const CHECKLIST = [
  { after: 20, text: 'Extracting video segments' },
  { after: 50, text: 'Generating transcriptions' },
  { after: 80, text: 'Creating editable sections' },
];

/** An item's true state, whatever its colour. */
function stateOf(index: number, run: Run | null): 'done' | 'now' | 'later' {
  if (run?.status === 'completed') return 'done';
  const at = CHECKLIST.findIndex(({ text }) => text === run?.stage);
  if (at < 0 || index > at) return 'later';
  return index < at ? 'done' : 'now';
}

const STATES = {
  done: { Icon: CircleCheck, words: 'done' },
  now: { Icon: CircleDashed, words: 'in progress' },
  later: { Icon: Circle, words: null },
} as const;

interface ProcessingPanelProps {
  title: string | null;
  run: Run | null;
  percentage: number;
}

export function ProcessingPanel({ title, run, percentage }: ProcessingPanelProps): ReactElement {
  const heading = useStageFocus();
  const left = run ? estimateText(run.estimate) : null;
  const detail = run ? detailText(run) : null;
  return (
    <section className="panel mx-auto mt-2 w-full max-w-xl p-5 sm:mt-8 sm:p-8">
      <div className="flex items-start justify-between gap-4">
        <div className="text-accent">
          <Spinner size={32} />
        </div>
        <TransportDot />
      </div>
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-xl font-semibold tracking-tight">
        AI Processing
      </h1>
      <p className="text-muted mt-1 break-words">
        {title ? <>“{title}” is becoming sections. </> : null}
        {/* One estimate at a time: the run's own is below the bar. */}
        {left ? null : 'This usually takes 2-3 minutes.'}
      </p>

      <div className="mt-6 space-y-2">
        <div className="flex items-baseline justify-between gap-4">
          <p className="min-w-0 font-medium break-words">{run ? run.stage : 'Starting'}</p>
          <p className="text-lg font-semibold tabular-nums">
            {percentText({ percentage })}
            {run ? null : <span className="text-muted ml-1.5 text-xs font-normal">estimated</span>}
          </p>
        </div>
        <ProgressBar label="Processing" value={percentage} />
        <div className="text-muted flex min-h-4 flex-wrap justify-between gap-x-4 text-xs tabular-nums">
          <span>
            {detail ? `${detail} · ` : null}
            {run ? stepsText(run) : null}
          </span>
          <span>{left}</span>
        </div>
      </div>

      <ul className="mt-6 space-y-2.5">
        {CHECKLIST.map(({ after, text }, index) => {
          const passed = percentage > after;
          const { Icon, words } = STATES[stateOf(index, run)];
          return (
            <li
              key={text}
              className={clsx('flex items-center gap-2.5', passed ? 'text-ok font-medium' : 'text-muted')}
            >
              <Icon aria-hidden size={18} className="shrink-0" />
              <span>
                {text}
                {words ? <span className="text-xs font-normal"> ({words})</span> : null}
              </span>
            </li>
          );
        })}
      </ul>

      <div className="border-line mt-6 flex flex-wrap items-center justify-between gap-3 border-t pt-5">
        <p className="text-muted min-w-0 flex-1 basis-56 text-xs">
          You can leave this page. The project will be in My Videos, and a failed run returns its credit.
        </p>
        {isActive(run) ? (
          <div className="flex flex-wrap items-center gap-3">
            <NotifyMe />
            <CancelRun run={run} />
          </div>
        ) : null}
      </div>
    </section>
  );
}
