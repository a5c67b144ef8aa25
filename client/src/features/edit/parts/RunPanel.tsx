import type { ReactElement } from 'react';
import type { Run } from '#contract/runs.ts';
import { CancelRun } from '../../../components/run/CancelRun.tsx';
import { percentText } from '../../../components/run/percent.ts';
import { ProgressBar } from '../../../components/ui/display/ProgressBar.tsx';
import { useConfig } from '../../../hooks/use-config.ts';

/** The progress of a run on texts, with its language and Cancel. */
export function RunPanel({
  run,
  label,
  doing,
  detail,
}: {
  run: Run;
  label: string;
  doing: string;
  /** While it runs. */
  detail: string;
}): ReactElement {
  const language = useConfig()?.languages.find(({ code }) => code === run.language)?.name;
  return (
    <section
      aria-label={label}
      className="panel flex flex-wrap items-center gap-x-6 gap-y-3 p-4 lg:px-3 lg:py-2"
    >
      <div className="min-w-0 flex-1 basis-72 space-y-2 lg:space-y-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="font-medium">
            {doing}
            {language ? <span className="text-muted font-normal"> · {language}</span> : null}
          </p>
          <p className="font-semibold tabular-nums">{percentText(run)}</p>
        </div>
        <ProgressBar label={doing} value={run.percentage} />
        <p className="text-muted text-xs tabular-nums">
          {run.status === 'queued' ? run.message || 'Waiting' : null}
          {run.status === 'running' ? detail : null}
        </p>
      </div>
      <CancelRun run={run} size="sm" />
    </section>
  );
}
