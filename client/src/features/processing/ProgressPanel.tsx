import type { ReactElement, ReactNode } from 'react';
import { Circle, CircleCheck, CircleDashed } from 'lucide-react';
import { clsx } from 'clsx';
import type { Run } from '#contract/runs.ts';
import { CancelRun } from '../../components/run/CancelRun.tsx';
import { NotifyMe } from '../../components/run/NotifyMe.tsx';
import { percentText } from '../../components/run/percent.ts';
import { TransportDot } from '../../components/run/TransportDot.tsx';
import { ProgressBar } from '../../components/ui/display/ProgressBar.tsx';
import { Spinner } from '../../components/ui/display/Spinner.tsx';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { estimateText } from '../../lib/format.ts';
import { detailText, stageText, stepsText } from '../../lib/runs/runs.ts';

export interface ProgressItem {
  text: string;
  /** Whether the item is green. */
  passed: boolean;
  state: 'done' | 'now' | 'later';
}

const STATES = {
  done: { Icon: CircleCheck, words: 'done' },
  now: { Icon: CircleDashed, words: 'in progress' },
  later: { Icon: Circle, words: null },
} as const;

interface ProgressPanelProps {
  heading: string;
  lead: ReactNode;
  /** `null` until the first snapshot. */
  run: Run | null;
  percentage: number;
  /** Whether the percentage is an estimate instead of the run's own. */
  estimated?: boolean;
  /** The name of the progress bar. */
  label: string;
  items: ProgressItem[];
  /** Explains what happens to the result and the credit. */
  note: string;
  /** The run that Cancel ends; `null` hides Cancel. */
  cancels: Run | null;
}

/** Shows work that its creator waits for: a progress bar, a checklist and Cancel. */
export function ProgressPanel({
  heading: title,
  lead,
  run,
  percentage,
  estimated = false,
  label,
  items,
  note,
  cancels,
}: ProgressPanelProps): ReactElement {
  const heading = useStageFocus();
  const remaining = run ? estimateText(run.estimate) : null;
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
        {title}
      </h1>
      <p className="text-muted mt-1 break-words">{lead}</p>

      <div className="mt-6 space-y-2">
        <div className="flex items-baseline justify-between gap-4">
          <p className="min-w-0 font-medium break-words">{run ? stageText(run) : 'Starting'}</p>
          <p className="text-lg font-semibold tabular-nums">
            {percentText({ percentage })}
            {estimated ? <span className="text-muted ml-1.5 text-xs font-normal">estimated</span> : null}
          </p>
        </div>
        <ProgressBar label={label} value={percentage} />
        <div className="text-muted flex min-h-4 flex-wrap justify-between gap-x-4 text-xs tabular-nums">
          <span>
            {detail ? `${detail} · ` : null}
            {run ? stepsText(run) : null}
          </span>
          <span>{remaining}</span>
        </div>
      </div>

      <ul className="mt-6 space-y-2.5">
        {items.map(({ text, passed, state }) => {
          const { Icon, words } = STATES[state];
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
        <p className="text-muted min-w-0 flex-1 basis-56 text-xs">{note}</p>
        {cancels ? (
          <div className="flex flex-wrap items-center gap-3">
            <NotifyMe />
            <CancelRun key={cancels.id} run={cancels} />
          </div>
        ) : null}
      </div>
    </section>
  );
}
