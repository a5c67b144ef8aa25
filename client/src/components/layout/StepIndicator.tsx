import type { ReactElement } from 'react';
import { Check } from 'lucide-react';
import { clsx } from 'clsx';
import type { Stage } from '../../lib/stage.ts';

const STEPS = ['Search & Select', 'AI Processing', 'Edit Sections', 'Generate Video'] as const;
const STEP_OF: Record<Stage, number> = {
  search: 0,
  processing: 1,
  edit: 2,
  generate: 3,
  complete: 3,
  videolist: 0,
};

/**
 * Marks the current one of four steps, and ticks the completed ones. From 1024 px it is in the header's row,
 * where it names only the current step until there is room for all names.
 */
export function StepIndicator({ stage }: { stage: Stage }): ReactElement {
  const current = STEP_OF[stage];
  return (
    <nav
      aria-label="Steps"
      className="lg:pointer-events-none lg:fixed lg:top-0 lg:left-[42%] lg:z-30 lg:grid lg:h-14 lg:w-84 lg:-translate-x-1/2 lg:items-center xl:left-[43%] xl:w-160 2xl:left-[46%] 2xl:w-170"
    >
      <ol className="page flex items-center gap-2 pt-4 pb-1 sm:gap-3 max-lg:in-data-workspace:pt-2 max-lg:in-data-workspace:pb-0 lg:p-0">
        {STEPS.map((step, index) => {
          const done = index < current || stage === 'complete';
          const here = index === current && !done;
          return (
            <li
              key={step}
              aria-current={index === current ? 'step' : undefined}
              className="flex items-center gap-2 [&:not(:last-child)]:flex-1"
            >
              <span
                aria-hidden
                className={clsx(
                  'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
                  done && 'bg-accent-soft text-accent',
                  here && 'bg-accent text-on-accent',
                  !done && !here && 'bg-surface-2 text-muted',
                )}
              >
                {done ? <Check size={14} /> : index + 1}
              </span>
              <span
                className={clsx(
                  'text-sm whitespace-nowrap',
                  index === current ? 'font-medium' : 'text-muted max-md:sr-only lg:max-xl:sr-only',
                )}
              >
                {step}
                {done ? <span className="sr-only"> (done)</span> : null}
              </span>
              {index < STEPS.length - 1 ? (
                <span aria-hidden className={clsx('h-px min-w-2 flex-1', done ? 'bg-accent' : 'bg-line')} />
              ) : null}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
